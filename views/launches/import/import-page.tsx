/** Imports report files as a launch: choose, preview, import. */
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { importedLaunchesPath, type ResultImport } from '../../../contract/launches/result-import.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { createResultImportsService, type ResultImportsService } from '../../../services/launches/result-imports.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Page } from '../../shared/page/page.tsx'
import { importResultsHref, launchHref } from '../../shared/routes.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { type ImportAddress, importAddressOf, importSearch } from './address.ts'
import { ChooseFiles } from './choose-files.tsx'
import { takeHandedFiles } from './dropped-files.ts'
import { Preview } from './preview.tsx'
import { fromCallback, fromPromise } from 'xstate'
import { resultImport, type ImportForm } from '../../../machines/launches/result-import.machine.ts'

export function ImportPage() {
  const { send, token } = useApplication()
  const { key, name } = useProject()
  const [, navigate] = useLocation()
  const latest = useLatest({ navigate })
  const [input] = useState(() => ({ ...importAddressOf(window.location.search), files: takeHandedFiles() }))
  const [machine] = useState(() =>
    resultImportIn(
      createResultImportsService(send, token, (address, init) => fetch(address, init)),
      key,
      (address) => latest().navigate(importResultsHref(key) + importSearch(address), { replace: true }),
    ),
  )
  const actor = useActorRef(machine, { input })
  const snapshot = useSelector(actor, (state) => state)
  useEmitted(actor, {
    'import/finished': ({ outcome: { launchId, tests } }) => {
      toast.success(`${tests === 1 ? '1 test was' : `${tests.toLocaleString('en-US')} tests were`} imported`)
      navigate(launchHref(key, launchId), { replace: true })
    },
  })

  const { found, fields, tests, failure } = snapshot.context
  const problem = failure === null ? null : messageOf(failure)
  const isRunning = snapshot.matches('importing') || snapshot.matches('done')
  return (
    <Page title="Import results" documentTitle={`Import results · ${name}`} hasRule isPadded>
      {found !== null && (snapshot.matches('previewing') || isRunning) ? (
        <Preview
          found={found}
          fields={fields}
          problem={problem}
          tests={isRunning ? tests : null}
          onChange={(change) => actor.send({ type: 'fields/changed', change })}
          onImport={() => actor.send({ type: 'import/confirmed' })}
          onBack={() => actor.send({ type: 'import/back' })}
          onCancel={() => actor.send({ type: 'import/cancelled' })}
        />
      ) : (
        <ChooseFiles
          isSending={snapshot.matches('sending') || snapshot.matches('reading')}
          problem={problem}
          command={commandOf(key)}
          onFiles={(files) =>
            actor.send({ type: 'files/chosen', files, sizeBytes: files.reduce((sum, { size }) => sum + size, 0) })
          }
          onCancel={() => actor.send({ type: 'import/back' })}
        />
      )}
    </Page>
  )
}

/**
 * `--fail-with-body` prints why a call was rejected. The key names the build and the report: another report of the build is another launch,
 * where the key of the build alone would be rejected.
 */
const commandOf = (projectKey: string): string =>
  [
    `curl --fail-with-body -sS "${window.location.origin}${importedLaunchesPath(projectKey)}?name=Nightly&build=$BUILD_NUMBER" \\`,
    `  -H "authorization: Bearer $ASSAY_TOKEN" -H "idempotency-key: build-$BUILD_NUMBER-$(cksum < report.xml | tr ' ' -)" \\`,
    `  -F file=@report.xml`,
  ].join('\n')

/** Connects the import machine with the server and the address. */
const resultImportIn = (
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
      run: fromCallback<{ type: string }, { importId: string; fields: ImportForm }>(({ input, sendBack }) => {
        const stop = new AbortController()
        const { importId } = input
        const { branch, commit, ...fields } = input.fields
        const report = (event: object) => {
          if (!stop.signal.aborted) sendBack(event as { type: string })
        }
        imports
          .run(
            projectKey,
            { importId, fields: { ...fields, origin: { branch, commit } } },
            (tests) => report({ type: 'import/progressed', tests }),
            stop.signal,
          )
          .then((outcome) => report({ type: 'import/done', outcome }))
          .catch((error: unknown) => report({ type: 'import/failed', error }))
        return () => stop.abort()
      }),
    },
  })
