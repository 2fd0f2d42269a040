/** Shared steps (STEPS-01 to STEPS-09): search, expand, edit for all cases. */
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  getSharedSteps,
  listSharedSteps,
  type SharedSteps,
  type SharedStepsSummary,
} from '../../contract/shared-steps/shared-steps.ts'
import { TEXTS } from '../../contract/texts.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication, useMay, useProject, useSession } from '../application/context.tsx'
import { ListPages } from '../shared/lists/list-pages.tsx'
import { ListSearch } from '../shared/lists/list-search.tsx'
import { ListStates } from '../shared/lists/list-states.tsx'
import { Page } from '../shared/page/page.tsx'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { hrefOf, readQuery } from './address.ts'
import { DeleteSharedSteps } from './delete-shared-steps.tsx'
import { SharedStepsForm } from './shared-steps-form.tsx'
import { SharedStepsItem } from './shared-steps-item.tsx'
import styles from './shared-steps.module.css'
import { filter } from 'rxjs'
import { topics } from '../../contract/live.ts'
import type { ListQuery } from '../../machines/patterns/paged-list.machine.ts'
import { usePagedList } from '../shared/lists/use-paged-list.ts'

type Asked = { what: 'write'; shared: SharedSteps | null } | { what: 'delete'; shared: SharedStepsSummary }

export function SharedStepsPage() {
  const project = useProject()
  const { send } = useApplication()
  const canWrite = useMay().inProject('cases:write')
  const [, navigate] = useLocation()
  const list = useSharedStepsList()
  const { query, face } = list
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const done = () => {
    close()
    list.refresh()
  }
  const create = () => setAsked({ what: 'write', shared: null })
  const edit = async ({ id }: SharedStepsSummary) => {
    try {
      setAsked({
        what: 'write',
        shared: (await send(getSharedSteps, { params: { projectKey: project.key, sharedStepsId: id } })).data,
      })
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Page
      title="Shared steps"
      documentTitle={`Shared steps · ${project.name}`}
      actions={
        canWrite && (
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={create}>
            Step
          </Button>
        )
      }
      toolbar={face !== 'empty' && <ListSearch label="Search steps" list={list} />}
      foot={<ListPages list={list} noun={['set of shared steps', 'shared steps']} />}
    >
      <ListStates
        title="Shared steps"
        list={list}
        empty={
          <EmptyState
            icon={<Layers aria-hidden />}
            title={TEXTS.noSharedSteps}
            actions={canWrite && <Button onClick={create}>Create shared steps</Button>}
          >
            {canWrite
              ? 'Write steps that many test cases use once, and change them in one place.'
              : 'They appear here once somebody creates them.'}
          </EmptyState>
        }
        noResults={
          <EmptyState
            title="No shared steps match"
            actions={<Button onClick={() => navigate(hrefOf(project.key, { q: '', page: 1 }))}>Clear search</Button>}
          >
            No name contains “{query.q}”.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className={styles.list} aria-label="Shared steps" aria-busy={list.isBusy || rows === null || undefined}>
            {rows === null && <Loading />}
            {rows?.map((shared) => (
              <SharedStepsItem
                key={shared.id}
                shared={shared}
                onEdit={canWrite ? () => void edit(shared) : null}
                onDelete={canWrite ? () => setAsked({ what: 'delete', shared }) : null}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {asked?.what === 'write' && <SharedStepsForm shared={asked.shared} onSaved={done} onClose={close} />}
      {asked?.what === 'delete' && <DeleteSharedSteps shared={asked.shared} onDone={done} onClose={close} />}
    </Page>
  )
}

const Loading = () =>
  [220, 180, 260, 200].map((width) => (
    <li key={width} className={styles.item}>
      <div className={styles.line}>
        <Skeleton width={width} />
      </div>
    </li>
  ))

/** Shared steps for the address's query, live. */
function useSharedStepsList() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  return usePagedList<SharedStepsSummary, ListQuery>({
    load: async (query, signal) => {
      const { items, _meta } = await send(listSharedSteps, { params: { projectKey: key }, query, signal })
      return { rows: items, total: _meta.total }
    },
    read: readQuery,
    hrefOf: (query) => hrefOf(key, query),
    follow: (again) =>
      live.followNews(topics.testCases(tenant, id), again).pipe(
        // Reference counts change with the cases.
        filter(
          (news) =>
            news.type === 'TEST_CASES' && (news.sharedSteps || news.caseIds === null || news.caseIds.length > 0),
        ),
      ),
  })
}
