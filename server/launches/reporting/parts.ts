import type { Principals } from '../../access/principals.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import type { Writer } from '../writer/writer.ts'

/** Dependencies of the reporting routes. */
export interface ReportingParts {
  db: Db
  config: Config
  principals: Principals
  writer: Writer
  files: FileStore
}
