/** Bulk action wizard: action, cases, options, progress (BULK-01 to BULK-05). Loaded on demand. */
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { type caseSelection, countOf } from '../../../machines/cases/case-selection.machine.ts'
import type { CaseRows } from '../../../machines/cases/placed-case.ts'
import { type BulkOutcome, isExport } from '../../../machines/cases/bulk-wizard.machine.ts'
import type { Structure } from '../../../machines/cases/repository-layout.ts'
import { createCaseOperationsService } from '../../../services/cases/case-operations.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { inProjectHref, paths } from '../../shared/routes.ts'
import type { Operations } from '../use-operations.ts'
import { keepForReport } from '../report/kept-report.ts'
import { titleOf } from '../../shared/cases/case-titles.ts'
import { wizardIn } from './bulk-actors.ts'
import { ChooseAction } from './choose-action.tsx'
import { EditSettings } from './edit-settings.tsx'
import { SelectCases } from './select-cases.tsx'
import { TargetSettings } from './target-settings.tsx'
import { outcomeText } from './bulk-text.ts'
import { WorkDialog } from './work-dialog.tsx'
import { saveFile } from '../../ui/files/save-file.ts'
import { toast } from '../../ui/toasts/toasts.ts'

export interface BulkWizardProps {
  selection: ActorRefFrom<typeof caseSelection>
  structure: Structure
  /** Loaded cases, for the titles of failed ones. */
  rows: CaseRows
  operations: Operations
  /** Whether cases are being selected in the list now. */
  onSelecting: () => void
  onClose: () => void
}

export function BulkWizard({ selection, structure, rows, operations, onSelecting, onClose }: BulkWizardProps) {
  const { send } = useApplication()
  const project = useProject()
  const [, navigate] = useLocation()
  const [service] = useState(() => createCaseOperationsService(send))
  const [machine] = useState(() => wizardIn(service, project.key))
  const wizard = useActorRef(machine)
  const snapshot = useSelector(wizard, (state) => state)
  const count = useSelector(selection, (state) => countOf(state.context.choice, structure.total))
  const hidden = useSelector(selection, (state) => state.context.hidden.length)
  const isAsking = useSelector(selection, (state) => state.matches('asking') || state.matches('sorting'))
  const isGathering = useSelector(selection, (state) => state.matches('gathering'))
  // Titles at the time of selection: a case that a user deletes meanwhile fails and is no longer in the list.
  const [confirmed, setConfirmed] = useState(rows)
  const finish = (outcome: BulkOutcome) => {
    const { action } = outcome.task
    selection.send({ type: 'selection/cleared' })
    if (isExport(action)) {
      if (outcome.done.length > 0) void saveExport(outcome, `${project.key}-test-cases`)
      return
    }
    operations.finished({
      operationId: outcome.operationId,
      words: outcome.done.length > 0 ? outcomeText(outcome) : null,
      gone: action === 'delete' || (action === 'move' && outcome.task.target.projectId !== null) ? outcome.done : [],
    })
  }
  useEmitted(wizard, {
    'cases/wanted': () => {
      if (selection.getSnapshot().matches('off')) selection.send({ type: 'selection/switched' })
      onSelecting()
    },
    'work/finished': ({ outcome }) => finish(outcome),
    'report/wanted': ({ ids }) => {
      selection.send({ type: 'selection/cleared' })
      keepForReport({ projectKey: project.key, ids })
      navigate(inProjectHref(paths.casesReport, project.key))
    },
    'wizard/ended': () => {
      const { context } = selection.getSnapshot()
      // The remaining selection may be meant for another action.
      if (countOf(context.choice, structure.total) === 0 && !selection.getSnapshot().matches('off'))
        selection.send({ type: 'selection/switched' })
      onClose()
    },
  })
  useEmitted(selection, {
    'ids/gathered': ({ ids, purpose }) => {
      if (purpose !== 'bulk') return
      setConfirmed(rows)
      wizard.send({ type: 'cases/confirmed', ids })
    },
  })

  const { action, ids } = snapshot.context
  const close = () => {
    selection.send({ type: 'ids/unwanted' })
    wizard.send({ type: 'wizard/closed' })
  }
  const back = () => {
    selection.send({ type: 'ids/unwanted' })
    wizard.send({ type: 'wizard/back' })
  }
  if (snapshot.matches('choosing'))
    return <ChooseAction onChoose={(one) => wizard.send({ type: 'action/chosen', action: one })} onClose={close} />
  if (snapshot.matches('selecting'))
    return (
      <SelectCases
        action={action}
        count={count}
        hidden={hidden}
        total={structure.total}
        isAsking={isAsking}
        isGathering={isGathering}
        onAll={() => selection.send({ type: 'all/wanted' })}
        onClear={() => selection.send({ type: 'selection/cleared' })}
        onBack={back}
        onCancel={close}
        onNext={() => selection.send({ type: 'ids/wanted', purpose: 'bulk' })}
      />
    )
  if (snapshot.matches('settings'))
    return action === 'edit' ? (
      <EditSettings
        count={ids.length}
        onEdit={(changes) => wizard.send({ type: 'task/confirmed', task: { action, changes } })}
        onBack={back}
        onClose={close}
      />
    ) : (
      <TargetSettings
        mode={action === 'clone' ? 'clone' : 'move'}
        count={ids.length}
        suitesOf={service.suites}
        onTarget={(target) =>
          wizard.send({
            type: 'task/confirmed',
            task: { action: action === 'clone' ? 'clone' : 'move', target },
          })
        }
        onBack={back}
        onClose={close}
      />
    )
  return (
    <WorkDialog
      snapshot={snapshot}
      titleOf={(id) => titleOf(confirmed, id)}
      onStop={() => wizard.send({ type: 'work/stopped' })}
      onRetry={() => wizard.send({ type: 'work/retry' })}
      onUndo={() => {
        close()
        operations.undo(snapshot.context.operationId ?? '')
      }}
      onClose={close}
    />
  )
}

/** Downloads exported cases. The workbook writer loads on demand. */
const saveExport = async (outcome: BulkOutcome, name: string): Promise<void> => {
  try {
    if (outcome.task.action === 'export-xlsx') {
      const { XLSX_TYPE, workbookOf } = await import('../../shared/workbook/workbook.ts')
      saveFile(new Blob([...(await workbookOf(outcome.rows))], { type: XLSX_TYPE }), `${name}.xlsx`)
    } else saveFile(new Blob([...outcome.texts], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
    toast.success(outcomeText(outcome))
  } catch {
    toast.error('The file could not be created')
  }
}
