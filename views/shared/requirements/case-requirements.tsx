/** Requirements that a case covers; each link is saved immediately. */
import { Plus, X } from 'lucide-react'
import { LIMITS } from '../../../contract/limits.ts'
import {
  listCaseRequirements,
  linkRequirements,
  type Requirement,
} from '../../../contract/requirements/requirements.ts'
import { addressOfRequirement } from '../../../contract/settings/requirement-systems.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay, useProject, useResource, useApplication } from '../../application/context.tsx'
import { useSingleAction } from '../forms/use-single-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { RequirementPicker } from './requirement-picker.tsx'
import { useRequirementSystems } from './use-requirement-systems.ts'
import styles from './requirements.module.css'

interface CaseRequirementsProps {
  caseId: number
  canWrite: boolean
}

/** Empty where the edition has no requirements. */
export function CaseRequirements(props: CaseRequirementsProps) {
  return useMay().isOn('requirements-mapping') && <Requirements key={props.caseId} {...props} />
}

function Requirements({ caseId, canWrite }: CaseRequirementsProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const systems = useRequirementSystems()
  const { value, failure, retry, change } = useResource(() =>
    send(listCaseRequirements, { params: { projectKey: key, caseId } }).then(({ items }) => items),
  )
  const linking = useSingleAction({
    perform: (body: { add?: string[]; remove?: string[] }) =>
      send(linkRequirements, { params: { projectKey: key, caseId }, body }).then(({ items }) => items),
    onDone: (body, items) => {
      change(items)
      const removed = body.remove?.[0]
      if (removed !== undefined)
        toast.success(`${removed} unlinked`, { label: 'Undo', run: () => linking.start({ add: [removed] }) })
    },
  })
  const items = value ?? []
  if (value !== null && items.length === 0 && !canWrite) return null
  return (
    <section className={styles.ofCase} aria-label="Requirements">
      <header>
        <h3>Requirements</h3>
        {canWrite && items.length < LIMITS.caseRequirements && (
          <Popover
            label="Link a requirement"
            align="end"
            trigger={
              <IconButton size="sm" label="Link a requirement">
                <Plus aria-hidden />
              </IconButton>
            }
          >
            {(close) => (
              <RequirementPicker
                chosen={items.map((one) => one.key)}
                onPick={(picked) => {
                  linking.start({ add: [picked] })
                  close()
                }}
              />
            )}
          </Popover>
        )}
      </header>
      {value === null && failure === null && <Skeleton width={140} />}
      {failure !== null && (
        <p className={styles.none}>
          {messageOf(failure)}{' '}
          <Button size="sm" onClick={retry}>
            Retry
          </Button>
        </p>
      )}
      {value !== null && items.length === 0 && <p className={styles.none}>No requirements linked.</p>}
      <ul aria-busy={linking.isRunning || undefined}>
        {items.map((item) => (
          <li key={item.id}>
            <span>
              <RequirementLink requirement={item} systems={systems} />
              {item.title !== '' && <small>{item.title}</small>}
            </span>
            {item.status !== null && <small className={styles.status}>{item.status}</small>}
            {canWrite && (
              <IconButton size="sm" label={`Unlink ${item.key}`} onClick={() => linking.start({ remove: [item.key] })}>
                <X aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The key, linked where the page's URL is known. */
export function RequirementLink({
  requirement: { key, url },
  systems,
}: {
  requirement: Pick<Requirement, 'key' | 'url'>
  systems: Parameters<typeof addressOfRequirement>[1]
}) {
  const href = url ?? addressOfRequirement(key, systems)
  return href === null ? (
    <span className={styles.key}>{key}</span>
  ) : (
    <Link href={href} target="_blank" rel="noopener">
      {key}
    </Link>
  )
}
