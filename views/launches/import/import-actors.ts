/** Connects the import machine with the server and the address. */
import { fromCallback, fromPromise } from 'xstate'
import type { ImportedLaunchFields, ResultImport } from '../../../contract/launches/result-import.ts'
import { resultImport } from '../../../machines/launches/result-import.machine.ts'
import type { ResultImportsService } from '../../../services/launches/result-imports.ts'
import type { ImportAddress } from './address.ts'

export const resultImportIn = (
  imports: ResultImportsService,
  projectKey: string,
  remember: (address: ImportAddress) => void,
) =>
  resultImport<File>().provide({
    actions: { remember: (_, { importId, typed }) => remember({ importId, typed }) },
    actors: {
      send: fromPromise<ResultImport, { files: readonly File[] }>(({ input, signal }) =>
        imports.send(projectKey, input.files, signal),
      ),
      read: fromPromise<ResultImport, { importId: string }>(({ input }) => imports.read(projectKey, input.importId)),
      run: fromCallback<{ type: string }, { importId: string; fields: ImportedLaunchFields }>(({ input, sendBack }) => {
        const stop = new AbortController()
        const report = (event: object) => {
          if (!stop.signal.aborted) sendBack(event as { type: string })
        }
        imports
          .run(projectKey, input, (tests) => report({ type: 'import/progressed', tests }), stop.signal)
          .then((outcome) => report({ type: 'import/done', outcome }))
          .catch((error: unknown) => report({ type: 'import/failed', error }))
        return () => stop.abort()
      }),
    },
  })
