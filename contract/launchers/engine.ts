import { z } from 'zod/mini'
import { callsOf, defineCall, flagInQuery, idInPath, pathOf } from '../call.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { gates } from './repositories.ts'

/**
 * Runtime of a launch: a Job of a Kubernetes cluster, a container, or, if the server's owner allows it, a plain process on the server's
 * machine.
 */
export const EngineDriver = z.enum(['kubernetes', 'container', 'process'])
export type EngineDriver = z.infer<typeof EngineDriver>

export const getEngine = defineCall({
  name: 'getEngine',
  summary: 'What the engine can run launches in at the moment; nothing where it cannot run any',
  method: 'GET',
  path: '/api/projects/:projectKey/launcher-options/engine',
  ...gates,
  params: InProject,
  answer: z.object({ drivers: z.array(EngineDriver) }),
})

/** Lines of one page of console output (LOGS-07). */
export const CONSOLE_PAGE = 1000

const launchPath = '/api/projects/:projectKey/launches/:launchId/attempts'
const OfLaunch = z.object({ ...inProject, launchId: idInPath })
const OfAttempt = z.extend(OfLaunch, { attemptUuid: z.uuid() })

/** One execution of a launch by the engine. */
export const LaunchAttempt = z.object({
  attemptUuid: z.uuid(),
  attempt: z.int(),
  state: z.enum(['queued', 'running', 'ended', 'aborted']),
  driver: z.nullable(EngineDriver),
  /** Name of the worker that runs or ran the attempt. */
  worker: z.nullable(z.string()),
  branch: z.string(),
  commit: z.nullable(z.string()),
  queuedAt: z.string(),
  /** Time at which a worker took the attempt. */
  startedAt: z.nullable(z.string()),
  /** Times at which the repository was cloned, the command started, and the command ended. */
  clonedAt: z.nullable(z.string()),
  begunAt: z.nullable(z.string()),
  commandEndedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  exitCode: z.nullable(z.int()),
  /** Reason of the end, unless the command simply ended. */
  endReason: z.nullable(z.string()),
  /** Whether artifacts are collected from a folder when the command has ended. */
  hasArtifacts: z.boolean(),
  /** Number of console lines that report an error. */
  errorLines: z.int(),
  warningLines: z.int(),
  /** Number of output lines before each stage; null for a stage that was not reached, and for all of older attempts. */
  linesBefore: z.object({ image: z.nullable(z.int()), command: z.nullable(z.int()), artifacts: z.nullable(z.int()) }),
  /** Queued attempts: number of the project's launches ahead in the queue, and why no worker takes the attempt, if there is a reason. */
  waiting: z.nullable(z.object({ ahead: z.int(), problem: z.nullable(z.string()) })),
})
export type LaunchAttempt = z.infer<typeof LaunchAttempt>

/** In chronological order. Empty for launches that no launcher started. */
export const listLaunchAttempts = defineCall({
  name: 'listLaunchAttempts',
  summary: 'Attempts of the engine to run a launch',
  method: 'GET',
  path: launchPath,
  access: { project: 'launches:read' },
  params: OfLaunch,
  answer: z.object({ items: z.array(LaunchAttempt) }),
})

/** Replaces a secret in a line before the line is stored. */
export const CONSOLE_MASK = '••••••'

const LineMark = z.enum(['error', 'warning'])

/** A console line: its number, counted from 1 without gaps, and its text, with secrets masked. */
export const ConsoleLine = z.object({
  key: z.int(),
  value: z.string(),
  at: z.string(),
  /** What the line reports, see `markOf`; null for nothing. */
  mark: z.nullable(LineMark),
})
export type ConsoleLine = z.infer<typeof ConsoleLine>

export const ConsolePage = z.object({
  attemptUuid: z.uuid(),
  items: z.array(ConsoleLine),
  meta: z.object({
    /** Token of the next page; null once the run has ended and there are no more lines. */
    nextPageToken: z.nullable(z.string()),
    /** Token of the previous page; null on the first page. */
    previousPageToken: z.nullable(z.string()),
  }),
})
export type ConsolePage = z.infer<typeof ConsolePage>

const attemptCalls = callsOf({
  path: `${launchPath}/:attemptUuid/console-logs`,
  params: OfAttempt,
  read: { project: 'launches:read' },
  write: { project: 'launches:read' },
})

/** Reads a page of the console (LOGS-05, LOGS-06). */
export const readConsole = attemptCalls.get(
  'readConsole',
  'Console output of an attempt, a page at a time, from the end by default',
  {
    query: z.object({
      maxPageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(CONSOLE_PAGE)), CONSOLE_PAGE),
      pageToken: z._default(z.string().check(z.regex(/^(last|(after|before)-\d{1,9})$/)), 'last'),
    }),
    answer: ConsolePage,
  },
)

/** Maximum length of the text to search for. */
export const MAX_CONSOLE_FIND = 200

/**
 * Searches the console of an attempt for a text, ignoring case, or, if the text is empty, for lines with this mark. The search starts after
 * the line `from` and wraps around at the end, so that the line itself comes last.
 */
export const findInConsole = attemptCalls.get(
  'findInConsole',
  'The next or previous line of console output with a text, an error or a warning',
  {
    path: '/matches',
    query: z.object({
      text: z._default(z.string().check(z.maxLength(MAX_CONSOLE_FIND)), ''),
      mark: z._default(LineMark, 'error'),
      from: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(999_999_999)), 0),
      direction: z._default(z.enum(['next', 'previous']), 'next'),
    }),
    answer: z.object({
      /** Number of matching lines. */
      total: z.int(),
      /** Number of the newest searched line; 0 if there is none. */
      lastLine: z.int(),
      /** Null without a match. `ordinal`: place of the match among all matches, from 1. */
      match: z.nullable(z.object({ line: z.int(), ordinal: z.int() })),
    }),
  },
)
export type ConsoleMatches = z.infer<typeof findInConsole.answer>

/** Streams the console of an attempt as text, with secrets masked. Of a running attempt, sends the lines so far. */
export const downloadConsole = attemptCalls.get(
  'downloadConsole',
  'The whole console output of an attempt as a text file',
  {
    path: '/text',
    /** `withTimes`: prefixes each line with its time in UTC. */
    query: z.object({ withTimes: flagInQuery }),
  },
)
export const downloadConsolePath = (
  projectKey: string,
  launchId: number,
  attemptUuid: string,
  withTimes: boolean,
): string => `${pathOf(downloadConsole.path, { projectKey, launchId, attemptUuid })}?withTimes=${withTimes}`
