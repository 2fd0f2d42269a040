/** A reference to shared steps in a case: name, and current steps when expanded. They are edited on their own page. */
import { Layers } from 'lucide-react'
import type { Step } from '../../../contract/cases/steps.ts'
import { getSharedSteps } from '../../../contract/shared-steps/shared-steps.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { sharedStepsHref } from '../routes.ts'
import { StepsView } from './steps-view.tsx'
import styles from './steps-editor.module.css'

export interface KnownSharedSteps {
  id: number
  name: string
  steps: readonly Step[]
}

export function SharedReference({ id, known }: { id: number; known: readonly KnownSharedSteps[] }) {
  const found = known.find((one) => one.id === id)
  return found === undefined ? <LoadedReference key={id} id={id} /> : <Reference {...found} />
}

function LoadedReference({ id }: { id: number }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure } = useResource(
    async () => (await send(getSharedSteps, { params: { projectKey: key, sharedStepsId: id } })).data,
  )
  if (value !== null) return <Reference {...value} />
  return (
    <div className={styles.shared}>
      {failure === null ? <Skeleton width={180} /> : 'These shared steps did not load'}
    </div>
  )
}

function Reference({ name, steps }: KnownSharedSteps) {
  const { key } = useProject()
  return (
    <details className={styles.shared}>
      <summary>
        <Layers aria-hidden />
        <span>{name}</span>
        <small>{steps.length === 1 ? '1 shared step' : `${steps.length} shared steps`}</small>
      </summary>
      <StepsView steps={steps} />
      <p className={styles.none}>
        <Link isAlone href={sharedStepsHref(key, name)} target="_blank">
          Open shared steps
        </Link>
      </p>
    </details>
  )
}
