import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Database } from '../../db/schema.generated.ts'
import { BackupProblem } from '../../backup/problem.ts'

/** Tables whose sequence numbers rows, and the options of test case fields. */
export type IdSpace = keyof Database | 'test_case_field_option'

/** New ids of rows by the archived ones. Rows are added in the order of their archived ids, so that arrays are enough for millions. */
class SpaceIds {
  readonly #archived: number[] = []
  readonly #created: number[] = []
  /** Ids that were referred to before, or without, a row. */
  readonly #loose = new Map<number, number>()

  add(archived: number, created: number): void {
    const last = this.#archived.at(-1)
    if (last !== undefined && archived <= last)
      throw new BackupProblem('The archive is damaged: rows are not in the order of their ids.')
    this.#archived.push(archived)
    this.#created.push(created)
  }

  addLoose(archived: number, created: number): void {
    this.#loose.set(archived, created)
  }

  looseOf(archived: number): number | undefined {
    return this.#loose.get(archived)
  }

  rowOf(archived: number): number | undefined {
    let [low, high] = [0, this.#archived.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#archived[middle] as number
      if (found === archived) return this.#created[middle]
      if (found < archived) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }
}

/**
 * Replaces the ids of an archive by ids of this installation. An id of an archive never leads to a row that the import has not created. New ids
 * are requested outside of transactions.
 */
export class ArchiveIds {
  readonly projectId: number
  readonly keys: { archived: string; created: string }
  /** Data types of the fields of test cases, by archived id. */
  readonly fieldTypes = new Map<number, string>()
  readonly #db: Db
  readonly #spaces = new Map<IdSpace, SpaceIds>()
  readonly #missing = new Map<IdSpace, Set<number>>()
  readonly #users: ReadonlyMap<number, { id: number; isAccount: boolean }>
  readonly #files: { stored: ReadonlySet<string>; missing: ReadonlySet<string> }
  readonly #nonce = randomBytes(32)

  constructor(
    db: Db,
    given: Pick<ArchiveIds, 'projectId' | 'keys'> & {
      users: ReadonlyMap<number, { id: number; isAccount: boolean }>
      files: { stored: ReadonlySet<string>; missing: ReadonlySet<string> }
    },
  ) {
    this.#db = db
    this.projectId = given.projectId
    this.keys = given.keys
    this.#users = given.users
    this.#files = given.files
  }

  /** Creates ids for rows, which are in the order of their archived ids. */
  async addRows(space: IdSpace, archived: readonly number[]): Promise<void> {
    const ids = this.#space(space)
    const created = await this.#next(space, archived.length)
    for (const [index, id] of archived.entries()) ids.add(id, ids.looseOf(id) ?? (created[index] as number))
  }

  /** Throws if the archive has no such row. */
  row(space: IdSpace, archived: number): number {
    const id = this.#space(space).rowOf(archived)
    if (id === undefined)
      throw new BackupProblem(`The archive is damaged: it refers to a row of ${space} that it does not have.`)
    return id
  }

  /**
   * Returns the id of a row that the archive may not have. For an id that is new, returns 0 and remembers it: the caller repeats its work
   * after `createMissing`.
   */
  loose(space: IdSpace, archived: number): number {
    const ids = this.#space(space)
    const id = ids.rowOf(archived) ?? ids.looseOf(archived)
    if (id !== undefined) return id
    const missing = this.#missing.get(space) ?? new Set()
    this.#missing.set(space, missing.add(archived))
    return 0
  }

  /** Creates the ids that `loose` did not have. Returns whether there were any. */
  async createMissing(): Promise<boolean> {
    const all = [...this.#missing]
    this.#missing.clear()
    for (const [space, missing] of all) {
      const created = await this.#next(space, missing.size)
      for (const [index, archived] of [...missing].entries())
        this.#space(space).addLoose(archived, created[index] as number)
    }
    return all.length > 0
  }

  /** Throws for an id that the archive's users do not have. */
  user(archived: number): number {
    const user = this.#users.get(archived)
    if (user === undefined)
      throw new BackupProblem('The archive is damaged: it refers to a user that it does not have.')
    return user.id
  }

  /** Returns null for a user that the archive does not have. */
  userOrNull(archived: number): number | null {
    return this.#users.get(archived)?.id ?? null
  }

  /** Returns whether a user of the archive has an account in this installation. */
  isAccount(archived: number): boolean {
    return this.#users.get(archived)?.isAccount === true
  }

  /** Returns the same uuid for the same archived one, in this import only. */
  uuid(archived: string): string {
    const hash = createHash('sha256').update(this.#nonce).update(archived.toLowerCase()).digest('hex')
    return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  }

  /**
   * Returns the hash of a file that the archive has. A file that was already missing when the archive was written gets a hash that no other
   * file has: otherwise, an archive could name a file of another project.
   */
  file(hash: string): string {
    if (this.#files.stored.has(hash)) return hash
    if (!this.#files.missing.has(hash)) throw new BackupProblem(`The archive is damaged: the file ${hash} is missing.`)
    return createHash('sha256').update(this.#nonce).update(hash).digest('hex')
  }

  /** Replaces uuids in addresses of files, such as pictures of a description. */
  inAddresses(text: string): string {
    return text.includes('/api/files/')
      ? text.replaceAll(ADDRESS, (_, path: string, id: string) => `${path}${this.uuid(id)}`)
      : text
  }

  async #next(space: IdSpace, count: number): Promise<number[]> {
    if (count === 0) return []
    const sequence =
      space === 'test_case_field_option'
        ? sql`'test_case_field_option_id'`
        : sql`pg_get_serial_sequence(${space}::text,
            (select attname::text from pg_attribute where attrelid = ${space}::text::regclass and attidentity <> ''))`
    const { rows } = await sql<{ id: number }>`
      select nextval(${sequence}::regclass) as id from generate_series(1, ${count}::int)`.execute(this.#db)
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }

  #space(space: IdSpace): SpaceIds {
    const known = this.#spaces.get(space) ?? new SpaceIds()
    this.#spaces.set(space, known)
    return known
  }
}

const ADDRESS =
  /(\/api\/files\/(?:attachments\/|exploratory\/|runs\/)?)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi
