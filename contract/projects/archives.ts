import { z } from 'zod/mini'
import type { Permission } from '../access.ts'
import { defineCall, pathOf } from '../call.ts'
import { InProject, Project, ProjectKey, ProjectName } from './projects.ts'

/** Largest archive that an installation imports. */
export const MAX_ARCHIVE_BYTES = 20 * 1024 ** 3

/** Counts and approximate size of what the archive of a project contains, and names of settings that it does not contain. */
export const ArchiveContents = z.object({
  testCases: z.int(),
  testRuns: z.int(),
  exploratorySessions: z.int(),
  launches: z.int(),
  /** Launches in progress, which are left out. */
  launchesInProgress: z.int(),
  files: z.int(),
  fileBytes: z.int(),
  leftOut: z.array(z.string()),
})
export type ArchiveContents = z.infer<typeof ArchiveContents>

export const getArchiveContents = defineCall({
  name: 'getArchiveContents',
  summary: 'What the archive of a project would contain',
  method: 'GET',
  path: '/api/projects/:projectKey/archive-contents',
  access: { project: 'project:export' },
  params: InProject,
  answer: ArchiveContents,
})

/**
 * The archive is streamed as `application/zstd`. Browsers download it by a link: the path is one of those that accept the session's cookie for
 * files.
 */
export const exportProject = defineCall({
  name: 'exportProject',
  summary: 'Everything in a project as one archive (a tar file compressed with Zstandard)',
  method: 'GET',
  path: '/api/files/project-archives/:projectKey',
  access: { project: 'project:export' },
  params: InProject,
})
export const projectArchiveHref = (projectKey: string): string => pathOf(exportProject.path, { projectKey })

/** Name and key of the new project; empty for those of the archive. */
export const ImportedProjectFields = z.object({
  name: z._default(z.union([z.literal(''), ProjectName]), ''),
  key: z._default(z.union([z.literal(''), ProjectKey]), ''),
})

/** Permission with which an import finds the accounts of all authors. Without it, all but the importer become names without an account. */
export const IMPORT_WITH_ACCOUNTS = 'IAM_USERS_UPDATE' satisfies Permission

export const ImportedProject = z.object({ project: Project, leftOut: z.array(z.string()) })
export type ImportedProject = z.infer<typeof ImportedProject>

/**
 * A line of the answer. `checking`: `done` bytes of the archive; `writing`: `done` rows. The last line has the `outcome`, or the `problem` as
 * other calls answer it. `leftOut`: settings that have to be entered again.
 */
export const ImportProjectLine = z.union([
  z.object({ phase: z.enum(['checking', 'writing']), done: z.int(), total: z.int() }),
  z.object({ outcome: ImportedProject }),
  z.object({
    problem: z.object({
      code: z.string(),
      message: z.string(),
      errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
    }),
  }),
])
export type ImportProjectLine = z.infer<typeof ImportProjectLine>

/**
 * The body is the archive as `application/octet-stream`. The answer is `application/x-ndjson`, a line for each step. An import goes on after its
 * sender has disconnected. Authors become accounts by e-mail address or username only if the importer holds `IMPORT_WITH_ACCOUNTS`; the
 * importer's own account is always found. 409 at `key` for a key that is taken; 403 when the limit of projects is reached. In the stream,
 * 400 at `archive` for a file that cannot be imported.
 */
export const importProject = defineCall({
  name: 'importProject',
  summary: 'Creates a project from an archive; the signed-in user becomes its administrator and lead',
  method: 'POST',
  path: '/api/projects/import',
  access: { workspace: 'projects:create' },
  bodyBytes: MAX_ARCHIVE_BYTES,
  query: ImportedProjectFields,
  answer: ImportProjectLine,
})
