/** Connects the import with the server. */
import { fromCallback, fromPromise } from 'xstate'
import type { CaseImport, ImportCheck } from '../../../contract/cases/import.ts'
import { undoOperation, type Done } from '../../../contract/cases/operations.ts'
import { caseImport, type WantedImport } from '../../../machines/cases/case-import.machine.ts'
import type { ImportsService } from '../../../services/cases/cases-import.ts'
import type { Send } from '../../../services/http/http.ts'

export const importIn = (imports: ImportsService, send: Send, projectKey: string) =>
  caseImport<File>().provide({
    actors: {
      send: fromPromise<CaseImport, { file: File | null }>(({ input, signal }) =>
        input.file === null
          ? Promise.reject(new Error('there is no file'))
          : imports.send(projectKey, input.file, signal),
      ),
      read: fromPromise<CaseImport, { importId: string; sheet: string }>(({ input }) =>
        imports.read(projectKey, input.importId, input.sheet),
      ),
      check: fromPromise<ImportCheck, { wanted: WantedImport }>(({ input, signal }) =>
        imports.check(projectKey, input.wanted, signal),
      ),
      run: fromCallback<{ type: string }, { wanted: WantedImport }>(({ input, sendBack }) => {
        const stop = new AbortController()
        const report = (event: object) => {
          if (!stop.signal.aborted) sendBack(event as { type: string })
        }
        imports
          .run(projectKey, input.wanted, (rows) => report({ type: 'import/progressed', rows }), stop.signal)
          .then((outcome) => report({ type: 'import/done', outcome }))
          .catch((error: unknown) => report({ type: 'import/failed', error }))
        return () => stop.abort()
      }),
      undo: fromPromise<Done, { operationId: string }>(
        async ({ input }) =>
          (await send(undoOperation, { params: { projectKey, operationId: input.operationId } })).data,
      ),
    },
  })
