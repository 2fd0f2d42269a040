import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import {
  checkCaseImport,
  type ImportFormat,
  IMPORTS_PATH,
  readCaseImport,
  runCaseImport,
  SentImport,
  type ImportLine,
} from '../../../contract/cases/import.ts'
import { IMPORT_LIMITS } from '../../../contract/cases/import-limits.ts'
import type { Principals } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { FORM_BYTES, FORM_PARTS } from '../../http/limits/body-limits.ts'
import { authoriseFirst, projectGrantOf } from '../../http/grants.ts'
import { wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { streamLines } from '../../http/answer-lines.ts'
import { whereOf } from '../repository.ts'
import { Unreadable, type SourceFile } from '../../reading/source-file.ts'
import { describeFile, findJob, storedFile } from './jobs.ts'
import type { Readers, Reading } from './reading/readers.ts'
import { checkImport, prepareImport, runImport } from './run.ts'

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
  readers: Readers
}

/** Importing test cases from files (IMPT-01 to IMPT-03). */
export const importRoutes = async (app: FastifyInstance, routes: Routes, parts: Parts): Promise<void> => {
  const { db, files, readers } = parts
  await app.register(async (scope) => takeFiles(scope, parts))

  routes.inProject(readCaseImport, async (given) => {
    const job = await findJob(db, files, whereOf(given), given.params.importId)
    const fileName = job.file.name
    return {
      data: await reading(readers, job, given.body.sheet, (open) =>
        describeFile(db, given.project.id, { id: job.id, fileName }, open),
      ),
    }
  })

  routes.inProject(checkCaseImport, async (given) => {
    const job = await findJob(db, files, whereOf(given), given.params.importId)
    return {
      data: await reading(readers, job, given.body.sheet, async (open) =>
        checkImport(db, await prepareImport(db, given.project, job, given.body.mapping, open)),
      ),
    }
  })

  routes.inProject(runCaseImport, async (given) => {
    const { request, reply } = given
    const job = await findJob(db, files, whereOf(given), given.params.importId)
    await reading(readers, job, given.body.sheet, async (open) => {
      const prepared = await prepareImport(db, given.project, job, given.body.mapping, open)
      await streamLines(request, reply, async (write) => {
        const writeLine = (line: ImportLine) => write(line)
        const outcome = await readable(() => runImport(db, whereOf(given), prepared, (rows) => writeLine({ rows })))
        writeLine({ outcome })
      })
    })
    // Everything has been streamed already; the return value is not sent.
    return { rows: 0 }
  })
}

/** Accepts uploads. Multipart forms are not calls of the contract, whose bodies are JSON, but are authorized like them. */
const takeFiles = async (scope: FastifyInstance, { db, principals, files, readers }: Parts): Promise<void> => {
  await scope.register(multipart, { limits: { ...FORM_PARTS, fields: 0, parts: 1 } })
  const onRequest = authoriseFirst(principals, readCaseImport)
  scope.post(IMPORTS_PATH, { bodyLimit: IMPORT_LIMITS.fileBytes + FORM_BYTES, onRequest }, async (request, reply) => {
    const { caller, project } = projectGrantOf(request)
    if (!request.isMultipart()) throw wrongField('file', 'The body is not a multipart form')
    // One byte above the limit: the file store counts bytes and rejects the upload, instead of storing a truncated file.
    const form = await request.file({ limits: { fileSize: IMPORT_LIMITS.fileBytes + 1 } }).catch((cause: unknown) => {
      throw Object.assign(wrongField('file', 'The multipart form is broken'), { cause })
    })
    if (!form) throw wrongField('file', 'The multipart form holds no file')
    const name = shownName(form.filename)
    const { hash, sizeBytes } = await files.put(form.file, name, IMPORT_LIMITS.fileBytes)
    if (sizeBytes === 0) throw wrongField('file', 'The file is empty')
    const file = storedFile(files, hash, name, sizeBytes)
    const data = await reading(readers, { file, format: null }, null, async (open) => {
      const described = await describeFile(db, project.id, { id: '', fileName: name }, open)
      const { id } = await db
        .insertInto('case_import')
        .values({
          project_id: project.id,
          user_id: caller.userId,
          file_hash: hash,
          name,
          size_bytes: sizeBytes,
          format: open.file.format,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { ...described, id }
    })
    return reply.status(201).send(SentImport.parse({ data }))
  })
}

/** Returns the name for display; it is never used as a path. */
const shownName = (name: string | undefined): string => {
  const plain = (name ?? '').toWellFormed().replaceAll(/[\u0000-\u001f\u007f]/g, '')
  return plain.trim().slice(0, 200).toWellFormed() || 'file'
}

/** Opens an import's file for `act`. Throws 400 at `file` if it is unreadable, 429 if too many files are being read. */
const reading = <T>(
  readers: Readers,
  { file, format }: { file: SourceFile; format: ImportFormat | null },
  sheet: string | null,
  act: (open: Reading) => Promise<T>,
): Promise<T> => readable(() => readers.read(file, { format, sheet }, act))

/** Throws 400 at `file` if the file is unreadable. */
const readable = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Unreadable) throw Object.assign(wrongField('file', error.message), { cause: error })
    throw error
  }
}
