import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, idInPath, utcTime } from '../call.ts'
import { clean } from '../launches/clean.ts'
import { inProject } from '../projects/projects.ts'
import { CONSOLE_LIMITS } from './worker-protocol.ts'

/** Maximum commands that report to one launch, such as the parallel jobs of a build and their retries. */
export const MAX_REPORTED_COMMANDS = 200

const text = (max: number) =>
  z.pipe(
    z.string().check(z.maxLength(max)),
    z.transform((value: string) => clean(value)),
  )

export const ReportedLine = z.object({
  /** Counted from 1. Lines with a number that the server has are ignored. */
  place: z.int().check(z.minimum(1), z.maximum(CONSOLE_LIMITS.lines + 1)),
  at: utcTime,
  line: text(CONSOLE_LIMITS.line),
})
export type ReportedLine = z.infer<typeof ReportedLine>

/**
 * Stores lines that a command printed which reports to a launch, and shows them as an attempt under its execution logs. The first call creates
 * the attempt. A call without lines shows that the command is still running.
 */
export const reportConsole = defineCall({
  name: 'reportConsole',
  summary: 'Adds console lines of a command that runs outside of Assay to its launch',
  method: 'POST',
  path: '/api/projects/:projectKey/launches/:launchId/attempts/:attemptUuid/console-logs',
  access: { project: 'launches:report' },
  reports: true,
  feature: 'test-automation',
  params: z.object({ ...inProject, launchId: idInPath, attemptUuid: z.uuid() }),
  bodyBytes: BODY_BYTES.long,
  body: z.object({
    /** Name of the command, without its arguments, which may contain secrets. */
    command: text(255),
    startedAt: utcTime,
    lines: z.array(ReportedLine).check(z.maxLength(CONSOLE_LIMITS.atOnce)),
    /** Null while the command runs. */
    end: z.nullable(z.object({ at: utcTime, exitCode: z.int32() })),
  }),
  /** `isFull`: the limit of the output is reached, and further lines are ignored. */
  answer: z.object({ isFull: z.boolean() }),
})
