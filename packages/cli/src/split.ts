import { createHash } from 'node:crypto'
import { pathOf } from '../../../contract/call.ts'
import { detectCi } from '../../../contract/launches/ci-servers.ts'
import { splitTestFiles } from '../../../contract/reports/test-file-split.ts'
import { call } from '../../client/src/calls.ts'
import { EXIT } from './exit-codes.ts'
import { Rejected, UsageError } from '../../client/src/failures.ts'
import type { Output } from './output.ts'
import { findFiles } from './result-files.ts'
import { parseFlags } from './flags.ts'
import { connectionOf, readSettingsFile } from '../../client/src/settings.ts'

/** Prints the test files of a shard, one per line. All shards of a build get parts of the same split, which the server stores. */
export const split = async (args: readonly string[], output: Output): Promise<number> => {
  const options = { shard: { type: 'string' }, name: { type: 'string' }, key: { type: 'string' } } as const
  const { values, positionals } = parseFlags(args, options)
  const [, shard = 0, shards = 0] = /^(\d{1,3})\/(\d{1,3})$/.exec(values.shard ?? '')?.map(Number) ?? []
  if (shard < 1 || shard > shards) throw new UsageError('Name the part and the number of parts: --shard 1/4')
  if (positionals.length === 0)
    throw new UsageError("Name the test files: assay split --shard 1/4 'tests/**/*.spec.ts'")
  const build = values.key ?? detectCi(process.env)?.run
  if (!build) throw new UsageError('Name the build, so that all of its jobs get the same split: --key TEXT')
  const connection = connectionOf(values, process.env, readSettingsFile())
  const files = await findFiles(positionals)
  if (files.length === 0) throw new UsageError(`No file matches ${positionals.join(', ')}`)
  // A runner that gets no file runs all of them.
  if (files.length < shards) throw new UsageError(`${shards} shards are too many for ${files.length} files`)
  // Not the files: jobs with other files must be rejected, rather than get a split of their own.
  const parts = JSON.stringify([build, connection.projectKey, shards, positionals, values.name ?? null])
  const answer = await call(
    connection,
    {
      path: pathOf(splitTestFiles.path, { projectKey: connection.projectKey }),
      headers: { 'idempotency-key': `assay-split-${createHash('sha256').update(parts).digest('hex')}` },
      body: () => JSON.stringify({ files, shards, ...(values.name === undefined ? {} : { launchName: values.name }) }),
    },
    splitTestFiles.answer,
  ).catch((error: unknown) => {
    if (!(error instanceof Rejected) || error.status !== 409) throw error
    throw new Rejected('Another job of this build has other test files', error.status, error.code)
  })
  const own = answer.shards[shard - 1] ?? { files: [], expectedMs: 0 }
  for (const file of own.files) output.say(file)
  output.result({ ...own, shard, shards, known: answer.known })
  return EXIT.ok
}
