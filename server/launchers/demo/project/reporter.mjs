/** Reports a launch and its tests to Assay, over its reporting API. */
import path from 'node:path'

const NOT_REPORTING = { names: null, refusal: null, ended: () => undefined, finish: () => Promise.resolve() }

/** Starts the launch, or continues the one that a launcher has queued. `names`: of the tests to run; null for all. */
export const createReporter = async (env) => {
  if (env.REPORTING_ENABLED !== 'true') return NOT_REPORTING
  const server = env.REPORTING_SERVER_HOSTNAME.replace(/\/$/, '')
  let authorization = ''
  const call = async (method, address, body) => {
    const response = await fetch(`${server}${address}`, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization === '' ? {} : { authorization }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${address} was answered with ${response.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const { authToken } = await call('POST', '/api/iam/v1/auth/refresh', {
    refreshToken: env.REPORTING_SERVER_ACCESS_TOKEN,
  })
  authorization = `Bearer ${authToken}`
  const api = '/api/reporting/v1'
  const context = env.REPORTING_RUN_CONTEXT
    ? await call('POST', `${api}/run-context-exchanges`, env.REPORTING_RUN_CONTEXT)
    : null
  if (context?.runAllowed === false) return { ...NOT_REPORTING, refusal: context.reason }
  const { id } = await call('POST', `${api}/test-runs?projectKey=${encodeURIComponent(env.REPORTING_PROJECT_KEY)}`, {
    uuid: context?.testRunUuid ?? null,
    name: env.REPORTING_LAUNCH_DISPLAY_NAME ?? 'Demo shop',
    startedAt: new Date().toISOString(),
    status: 'IN_PROGRESS',
    framework: 'node:test',
    config: {
      environment: env.REPORTING_LAUNCH_ENVIRONMENT ?? null,
      build: env.REPORTING_LAUNCH_BUILD ?? null,
      treatSkipsAsFailures: false,
    },
  })
  const earlier = new Map((context?.testsToRun ?? []).map((test) => [test.correlationData, test.id]))
  // One call after the other: the tests arrive in the order in which they ended.
  let calls = Promise.resolve()

  const report = async (event, result) => {
    const { name, file, skip, details } = event
    const className = path.basename(file ?? 'tests')
    const correlationData = `${className} ${name}`
    const endedAt = new Date()
    const startedAt = new Date(endedAt.getTime() - Math.round(details.duration_ms))
    const known = earlier.get(correlationData)
    const started = await call('POST', `${api}/test-runs/${id}/tests${known === undefined ? '' : `/${known}`}`, {
      name,
      className,
      methodName: name,
      startedAt: startedAt.toISOString(),
      correlationData,
      testGroups: [className],
    })
    const error = details.error?.cause ?? details.error
    const reason = error === undefined ? undefined : String(error?.stack ?? error)
    const line = (level, message, at) => ({ testId: started.id, level, message, timestamp: at.getTime() })
    await call('POST', `${api}/test-runs/${id}/logs`, [
      line('INFO', `${name} in ${className}`, startedAt),
      ...(reason === undefined ? [] : [line('ERROR', reason, endedAt)]),
    ])
    await call('PUT', `${api}/test-runs/${id}/tests/${started.id}`, {
      endedAt: endedAt.toISOString(),
      result: skip === undefined ? result : 'SKIPPED',
      ...(reason === undefined ? {} : { reason }),
      ...(typeof skip === 'string' ? { reason: skip } : {}),
    })
  }

  return {
    names: context?.runOnlySpecificTests === true ? context.testsToRun.map(({ name }) => name) : null,
    refusal: null,
    ended: (event, result) => {
      // Suites end, too, and so does what was not asked for.
      const isLeftOut = typeof event.skip === 'string' && event.skip.includes('pattern')
      if (event.details.type === 'suite' || event.file === undefined || event.name === event.file || isLeftOut) return
      calls = calls.then(() => report(event, result))
      calls.catch(() => undefined)
    },
    finish: async () => {
      await calls
      await call('PUT', `${api}/test-runs/${id}`, { endedAt: new Date().toISOString() })
    },
  }
}
