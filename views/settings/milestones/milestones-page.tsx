/** Open and completed milestones, with results of their launches. */
import { Flag, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { updateMilestone, type Milestone } from '../../../contract/settings/milestones.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { ListPages } from '../../shared/lists/list-pages.tsx'
import { ListStates } from '../../shared/lists/list-states.tsx'
import { Page } from '../../shared/page/page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { MilestoneDialog } from './milestone-dialog.tsx'
import { MilestonesList } from './milestones-list.tsx'
import { hrefOf } from './query.ts'
import { useMilestones } from './use-milestones.tsx'

export function MilestonesPage() {
  const project = useProject()
  const { send } = useApplication()
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useMilestones(() => addButton.current)
  const { query } = list
  /** `milestone`: null for a new one. */
  const [edited, setEdited] = useState<{ milestone: Milestone | null } | null>(null)
  const refocus = useFocusAfterLeaving(addButton)

  const saved = (milestone: Milestone, completed: boolean, place: number) => {
    refocus(place)
    list.refresh()
    toast.success(TEXTS.milestoneUpdated, {
      label: 'Undo',
      run: () => {
        send(updateMilestone, {
          params: { projectKey: project.key, milestoneId: milestone.id },
          body: { completed: !completed },
        })
          .then(list.refresh)
          .catch((error: unknown) => toast.error(messageOf(error)))
      },
    })
  }
  const add = (
    <Button
      ref={addButton}
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => setEdited({ milestone: null })}
    >
      Add milestone
    </Button>
  )
  return (
    <Page
      title="Milestones"
      documentTitle={`Milestones · ${project.name}`}
      actions={add}
      tabs={
        <Tabs
          label="Milestones"
          selected={query.completed ? 'completed' : 'open'}
          items={[
            { id: 'open', label: 'Open', href: hrefOf(project.key, { page: 1, completed: false }) },
            { id: 'completed', label: 'Completed', href: hrefOf(project.key, { page: 1, completed: true }) },
          ]}
        />
      }
      foot={<ListPages list={list} noun={['milestone', 'milestones']} />}
    >
      <ListStates
        title="Milestones"
        list={list}
        empty={
          <EmptyState icon={<Flag aria-hidden />} title={TEXTS.noMilestones}>
            {query.completed
              ? 'Completed milestones are listed here.'
              : 'Add one for each release or goal. Launches that name it are counted.'}
          </EmptyState>
        }
      >
        {(milestones) => (
          <MilestonesList
            rows={milestones}
            isBusy={list.isBusy}
            onSaved={saved}
            onEdit={(milestone) => setEdited({ milestone })}
            onDelete={list.askToDelete}
          />
        )}
      </ListStates>
      {edited !== null && (
        <MilestoneDialog
          milestone={edited.milestone}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            list.refresh()
          }}
        />
      )}
      {list.dialog}
    </Page>
  )
}

/** Completing a milestone removes its row and the focused checkbox: focus moves to the next row. */
function useFocusAfterLeaving(otherwise: { readonly current: HTMLElement | null }) {
  const place = useRef<number | null>(null)
  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-milestone] input[type=checkbox]')]
    const next = boxes[Math.min(place.current, boxes.length - 1)] ?? otherwise.current
    next?.focus()
    place.current = null
  })
  return (at: number) => {
    place.current = at
  }
}
