import { BackupProblem } from './backup/problem.ts'
import { Refusal } from './http/refusal.ts'
import { FolderInUse } from './db/folder-lock.ts'
import { NewerDatabase, OlderDatabase, OlderServers } from './db/migrate.ts'
import { CopyRefused } from './db/pglite/copy-requests.ts'
import { EmbeddedUnusable } from './db/pglite/embedded-unusable.ts'
import { FilesElsewhere } from './db/postgres/one-storage.ts'
import { BucketRefused } from './files/s3-blobs.ts'

interface Place {
  DATA_DIR: string
  DATABASE_URL?: string | undefined
}

/** Returns why the server could not start and what to do about it, in a line; null when that is not known. */
export const startProblem = (error: unknown, place: Place): string | null => {
  const causes = causesOf(error)
  const known = causes.find(isSelfExplaining)
  if (known !== undefined) return known.message
  const codes = causes.flatMap(({ code }) => (typeof code === 'string' ? code : []))
  for (const code of codes) {
    const words = messageOf(code, place)
    if (words !== null) return words
  }
  const broken = causes.find((cause) => cause instanceof EmbeddedUnusable)
  if (broken !== undefined) return broken.message
  return causes.some(({ message }) => /timeout|terminated/i.test(message)) && place.DATABASE_URL !== undefined
    ? unreachable(place, 'no answer in time')
    : null
}

type Cause = Error & { code?: unknown }

/** The error, its causes, and the errors of which it consists. */
const causesOf = (error: unknown, depth = 0): Cause[] => {
  if (!(error instanceof Error) || depth > 10) return []
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return [error, ...[...parts, error.cause].flatMap((cause) => causesOf(cause, depth + 1))]
}

const isSelfExplaining = (error: Error): boolean =>
  [
    FolderInUse,
    FilesElsewhere,
    BucketRefused,
    NewerDatabase,
    OlderDatabase,
    OlderServers,
    Refusal,
    BackupProblem,
    CopyRefused,
  ].some((kind) => error instanceof kind)

const urlOf = ({ DATABASE_URL }: Place): URL | null =>
  DATABASE_URL !== undefined && URL.canParse(DATABASE_URL) ? new URL(DATABASE_URL) : null

const unreachable = (place: Place, why: string): string =>
  `PostgreSQL cannot be reached at ${urlOf(place)?.host ?? 'its address'} (${why}). Check DATABASE_URL, and that the server runs.`

/** `code`: of the system, or SQLSTATE. */
const messageOf = (code: string, place: Place): string | null => {
  const url = urlOf(place)
  const user = decodeURIComponent(url?.username ?? '')
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '')
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return place.DATABASE_URL === undefined ? null : unreachable(place, code)
    case '57P03':
    case '57P01':
      return unreachable(place, 'it is starting or stopping')
    case '28P01':
    case '28000':
      return `PostgreSQL refuses the user "${user}". Check the name and the password in DATABASE_URL.`
    case '3D000':
      return `PostgreSQL has no database "${database}". Create it (createdb ${database}), or correct DATABASE_URL.`
    case '42501':
      return `The user "${user}" may not create tables in the database "${database}". Make it the owner: alter database "${database}" owner to "${user}".`
    case '53300':
      return 'PostgreSQL has no connection left. Raise its max_connections, or stop what uses them.'
    case '25006':
      return 'The database can only be read. Connect to the primary server, or end its read-only mode.'
    case '53100':
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${place.DATABASE_URL === undefined || code !== '53100' ? place.DATA_DIR : 'PostgreSQL'} is full. Free space, then start again; nothing that was saved is lost.`
    case 'XX001':
    case 'XX002':
      return place.DATABASE_URL === undefined
        ? `The database in ${place.DATA_DIR} is damaged: a page of it cannot be read. Check the disk, and restore the data folder from a backup.`
        : `The database "${database}" is damaged: PostgreSQL cannot read a page of it. Check its disk and its log, and restore a backup.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder ${place.DATA_DIR} cannot be written. Give the user that runs Assay write access to it, or set DATA_DIR.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${place.DATA_DIR} is not a folder. Set DATA_DIR to another place.`
    default:
      return null
  }
}
