/** Dialogs of the repository page. Loaded on demand. */
import type { Dragged, DropPlace } from '../../machines/cases/drop-placement.machine.ts'
import type { Structure } from '../../machines/cases/repository-layout.ts'
import type { Asked } from '../../machines/cases/repository-page.machine.ts'
import type { RepositoryNews } from '../../machines/cases/repository-events.ts'
import { LoadedCaseForm } from './case/loaded-case-form.tsx'
import { CaseForm } from './case/case-form.tsx'
import { DeleteSuite } from './suites/delete-suite.tsx'
import { MoveDialog } from './suites/move-dialog.tsx'
import { SuiteDialog } from './suites/suite-dialog.tsx'
import { SuggestDialog } from './suggestions/suggest-dialog.tsx'
import { SuggestedDialog } from './suggestions/suggested-dialog.tsx'
import type { Suggestions } from './suggestions/use-suggestions.ts'
import type { Operations } from './use-operations.ts'

export interface RepositoryDialogsProps {
  ask: Asked
  structure: Structure
  operations: Operations
  suggesting: Suggestions
  onMove: (dragged: Dragged, place: DropPlace, mode: 'move' | 'clone') => void
  onChanged: (news: RepositoryNews) => void
  onCreated: (caseId: number) => void
  onClose: () => void
}

export function RepositoryDialogs(props: RepositoryDialogsProps) {
  const { ask, structure, operations, suggesting, onMove, onChanged, onCreated, onClose } = props
  const shown =
    ask.what === 'suggested'
      ? suggesting.suites[ask.suiteId]?.suggestions.find(({ key }) => key === ask.key)
      : undefined
  return (
    <>
      {ask.what === 'suggest' && (
        <SuggestDialog
          suite={ask.suite}
          onAsk={(requirements) => suggesting.actions.onAsk(ask.suite.id, requirements)}
          onClose={onClose}
        />
      )}
      {ask.what === 'suggested' && shown !== undefined && (
        <SuggestedDialog
          suggestion={shown.suggested}
          onAccept={() => suggesting.actions.onAccept(ask.suiteId, [ask.key])}
          onReject={() => suggesting.actions.onReject(ask.suiteId, [ask.key])}
          onClose={onClose}
        />
      )}
      {ask.what === 'suite' && (
        <SuiteDialog
          structure={structure}
          suite={ask.suite}
          parentSuiteId={ask.parentSuiteId}
          onSaved={() => {
            onClose()
            onChanged({ suites: true, suiteIds: [], caseIds: [] })
          }}
          onClose={onClose}
        />
      )}
      {ask.what === 'case' && (
        <CaseForm
          of={{ kind: 'create', suiteId: ask.suiteId }}
          onSaved={(testCase) => {
            onClose()
            onChanged({ suites: true, suiteIds: [testCase.testSuiteId ?? 0], caseIds: [] })
            onCreated(testCase.id)
          }}
          onClose={onClose}
        />
      )}
      {(ask.what === 'edit' || ask.what === 'clone') && (
        <LoadedCaseForm
          kind={ask.what}
          caseId={ask.caseId}
          onSaved={(testCase) => {
            onClose()
            onChanged({ suites: true, suiteIds: [testCase.testSuiteId ?? 0], caseIds: [testCase.id] })
            if (ask.what === 'clone') onCreated(testCase.id)
          }}
          onClose={onClose}
        />
      )}
      {ask.what === 'delete' && (
        <DeleteSuite
          suite={ask.suite}
          perform={() => operations.deleteSuite(ask.suite)}
          onDone={onClose}
          onClose={onClose}
        />
      )}
      {ask.what === 'move' && (
        <MoveDialog
          title={ask.title}
          structure={structure}
          {...(ask.dragged.kind === 'suite' ? { suiteId: ask.dragged.id } : {})}
          onMove={(to, mode) => {
            const { dragged } = ask
            onClose()
            if (dragged.kind === 'suite')
              onMove(dragged, { kind: 'suite', at: { newParentTestSuiteId: to }, onto: to ?? 0, where: 'inside' }, mode)
            else if (to !== null)
              onMove(dragged, { kind: 'cases', suiteId: to, at: { placementMode: 'AT_TEST_SUITE_END' } }, mode)
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}
