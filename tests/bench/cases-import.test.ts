import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, test } from 'vitest'
import { importsPath, runCaseImport, SentImport } from '../../contract/cases/import.ts'
import { pathOf } from '../../contract/call.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { limit } from './support/figures.ts'

const CASES = 20_000

let assay: AssayProcess
let token: string
beforeAll(async () => {
  assay = await startBenchServer()
  token = await signIn(assay.url)
}, 600_000)
afterAll(() => assay.remove())

/** Cases as users write them: a path of suites, some text, four steps. */
const aFile = (): string => {
  const lines = ['ID,Title,Suite,Priority,Description,Steps,Expected']
  for (let i = 0; i < CASES; i += 1) {
    const steps = [1, 2, 3, 4].map((n) => `${n}. Do the thing number ${n} of case ${i} as a customer would`).join('\n')
    const seen = [1, 2, 3, 4].map((n) => `${n}. The page shows what was done in step ${n}`).join('\n')
    lines.push(
      `TC-${i},Case ${i} of the shop,Area ${i % 20} > Part ${i % 400},High,"What case ${i} is good for, in a few words","${steps}","${seen}"`,
    )
  }
  return lines.join('\n')
}

const peakMegabytes = (pid: number): number => {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}

const post = async (path: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(assay.url + path, { ...init, method: 'POST', headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

const seconds = async (act: () => Promise<void>): Promise<number> => {
  const begun = performance.now()
  await act()
  return (performance.now() - begun) / 1000
}

test('importing 20,000 cases from a CSV file', async () => {
  const file = aFile()
  const before = process.platform === 'linux' ? peakMegabytes(assay.pid()) : 0
  const round = async (what: string, requested: string) => {
    let sent = { id: '', body: '' }
    const reading = await seconds(async () => {
      const form = new FormData()
      form.append('file', new Blob([file]), 'cases.csv')
      const { id, mapping } = SentImport.parse(await (await post(importsPath('DEF'), { body: form })).json()).data
      sent = { id, body: JSON.stringify({ sheet: null, mapping }) }
    })
    const json = { 'content-type': 'application/json' }
    const params = { projectKey: 'DEF', importId: sent.id }
    const path = pathOf(runCaseImport.path, params)
    const checking = await seconds(async () => {
      await (await post(path.replace(/run$/, 'check'), { body: sent.body, headers: json })).json()
    })
    const importing = await seconds(async () => {
      const text = await (await post(path, { body: sent.body, headers: json })).text()
      if (!text.includes(requested)) throw new Error(text.slice(-500))
    })
    limit(`import: reading 20,000 cases, ${what}`, reading, 's', 'at most', 4)
    limit(`import: checking 20,000 cases, ${what}`, checking, 's', 'at most', 10)
    limit(`import: importing 20,000 cases, ${what}, embedded database`, importing, 's', 'at most', 20)
  }
  await round('new ones', '"created":20000')
  await round('known ones', '"unchanged":20000')
  if (process.platform === 'linux') {
    const peak = peakMegabytes(assay.pid())
    limit('import: peak memory of the server', peak, 'MB', 'at most', 700)
    limit('import: of it more than before the import', peak - before, 'MB', 'at most', 300)
  }
}, 600_000)
