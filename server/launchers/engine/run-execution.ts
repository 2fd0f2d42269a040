import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import type { Writer } from '../../launches/writer/writer.ts'
import { INSTANCE_TYPES } from '../options/instance-types.ts'
import type { AccountParts } from '../providers/accounts.ts'
import { findRepository, targetOf } from '../repositories/stored.ts'
import { cloneBranch } from './clone.ts'
import { openConsole } from './console.ts'
import { RunProblem, type Driver } from './driver.ts'
import { type Execution, type Outcome } from './executions.ts'
import { endUnfinished, markLaunching } from './launch-states.ts'
import { giveToken, revokeToken } from './launch-token.ts'
import { environmentOf, openVariables } from './run-environment.ts'

export interface RunParts extends AccountParts {
  writer: Writer
  driver: Driver
  /** Instead of that of the instance type. */
  timeLimitMs?: number | undefined
  log: { warn: (details: object, words: string) => void }
}

/** Why a run is ended before its command ends. */
export class Stopped extends Error {}

/** A token outlives its run a little: what the agent sends last must not be refused. */
const TOKEN_SPARE_MS = 15 * 60_000

/** Runs a launch from its clone to its end. `signal` ends it, with a `Stopped` as its reason. Never rejects. */
export const runExecution = async (parts: RunParts, execution: Execution, signal: AbortSignal): Promise<Outcome> => {
  const { db, writer, config, driver, log } = parts
  const { id, launchId, attemptUuid } = execution
  const folder = workFolder(config, attemptUuid)
  const warn = (error: unknown) =>
    log.warn({ err: error, launchId }, 'the console output of a launch could not be written')
  const limit = new AbortController()
  const ending = AbortSignal.any([signal, limit.signal])
  let timer: NodeJS.Timeout | undefined
  let output = openConsole(db, id, [], warn)
  let outcome: Outcome
  try {
    const launch = await writer.submit(markLaunching(launchId))
    if (!isUnderWay(launch.status)) return { exitCode: null, reason: null }
    const personId = launch.started_by
    const { config: wanted, projectId, repositoryId } = execution
    if (repositoryId === null) throw new RunProblem('The repository of the launcher was deleted')
    if (personId === null) throw new RunProblem('Whoever started the launch is no longer there')
    const given = await openVariables(db, parts.secrets, execution)
    const instance = INSTANCE_TYPES.find((type) => type.id === wanted.instanceTypeId) ?? DEFAULT_INSTANCE
    const timeMs = parts.timeLimitMs ?? instance.minutes * 60_000
    timer = setTimeout(() => limit.abort(new Stopped(`It took longer than ${durationWords(timeMs)}`)), timeMs)
    const until = new Date(Date.now() + timeMs + TOKEN_SPARE_MS)
    const token = await giveToken(db, { executionId: id, projectId, personId, until })
    output = openConsole(db, id, [token, ...given.secrets], warn)

    output.say(`Cloning the branch ${wanted.branch}`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const target = await targetOf(parts, await findRepository(db, projectId, repositoryId))
    const place = { target, branch: wanted.branch, folder: path.join(folder, 'workspace'), signal: ending }
    const commit = await cloneBranch(config, place)
    output.say(`At commit ${commit}`)
    await db.updateTable('launch_execution').set({ commit }).where('id', '=', id).execute()

    const project = await db.selectFrom('project').select('key').where('id', '=', projectId).executeTakeFirstOrThrow()
    const serverUrl = driver.serverUrl()
    const environment = environmentOf({ execution, projectKey: project.key, launch, serverUrl, token }, given)
    output.say(`$ ${wanted.launchCommand}`)
    const order = {
      attemptUuid,
      image: wanted.dockerImage,
      command: wanted.launchCommand,
      environment,
      folder,
      instance,
    }
    const run = await driver.start({ ...order, say: output.say, onOutput: output.hear }, ending)
    const onStop = () => void run.kill()
    if (ending.aborted) onStop()
    ending.addEventListener('abort', onStop, { once: true })
    const { exitCode, note } = await run.ended
    ending.throwIfAborted()
    outcome = { exitCode, reason: note ?? (exitCode === 0 ? null : `Ended with exit code ${exitCode}`) }
  } catch (error) {
    outcome = { exitCode: null, reason: reasonOf(ending.aborted ? ending.reason : error) }
    if (!ending.aborted && !(error instanceof RunProblem))
      log.warn({ err: error, launchId }, 'a launch could not be run')
  } finally {
    clearTimeout(timer)
  }
  await driver.remove(attemptUuid).catch(warn)
  await removeFiles(parts, execution).catch(warn)
  await output.close()
  output.say(outcome.reason ?? 'Ended with exit code 0')
  await output.close()
  return outcome
}

/** Deletes the files of a run. */
export const removeFiles = ({ config }: Pick<RunParts, 'config'>, { attemptUuid }: Execution): Promise<void> =>
  rm(workFolder(config, attemptUuid), { recursive: true, force: true, maxRetries: 3 })

const workFolder = ({ DATA_DIR }: RunParts['config'], attemptUuid: string): string =>
  path.join(DATA_DIR, 'launch-work', attemptUuid)

/** Ends the launch of a run that is over, where its agent has not, and takes back what the run was given. */
export const cleanUpAfter = async (
  { db, writer }: Pick<RunParts, 'db' | 'writer'>,
  { id, launchId }: Execution,
  { exitCode, reason }: Outcome,
): Promise<void> => {
  await revokeToken(db, id)
  const launch = await db.selectFrom('launch').select('status').where('id', '=', launchId).executeTakeFirst()
  if (!launch || !isUnderWay(launch.status)) return
  // Its agent has ended it, and somebody runs it again: that is for the newer run to end.
  const newer = db.selectFrom('launch_execution').select('id').where('launch_id', '=', launchId).where('id', '>', id)
  if (await newer.executeTakeFirst()) return
  const unfinished =
    launch.status === 'IN_PROGRESS' ? ' before all results were reported' : ' without reporting anything'
  const words = reason ?? `The command ended${unfinished}`
  await writer.submit(endUnfinished(launchId, exitCode === null || reason === null ? words : `${words}${unfinished}`))
}

const DEFAULT_INSTANCE = INSTANCE_TYPES.find(({ projectDefault }) => projectDefault) as (typeof INSTANCE_TYPES)[number]

const reasonOf = (error: unknown): string =>
  error instanceof Stopped || error instanceof RunProblem
    ? error.message
    : 'The engine could not run it; the log of the server says why'

const durationWords = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  return minutes >= 1 ? `${minutes} min` : `${Math.round(ms / 1000)} s`
}
