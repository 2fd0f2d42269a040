import { useState } from 'react'
import { roleMay } from '../../../contract/access.ts'
import type { Suite } from '../../../contract/cases/suites.ts'
import { listProjects } from '../../../contract/projects/projects.ts'
import type { BulkTarget } from '../../../machines/cases/bulk-wizard.machine.ts'
import { structureOf } from '../../../machines/cases/repository-layout.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { SuitePicker } from '../suites/suite-picker.tsx'
import { ACTION_TEXTS, caseCount } from './bulk-text.ts'
import styles from './bulk.module.css'

export interface TargetSettingsProps {
  mode: 'move' | 'clone'
  count: number
  suitesOf: (projectKey: string) => Promise<{ items: readonly Suite[] }>
  onTarget: (target: BulkTarget) => void
  onBack: () => void
  onClose: () => void
}

/** Target suite, in this project or another one with write access (BULK-04). */
export function TargetSettings({ mode, count, suitesOf, onTarget, onBack, onClose }: TargetSettingsProps) {
  const here = useProject()
  const { send } = useApplication()
  const { value: others } = useResource(
    async () => (await send(listProjects, { query: { pageSize: 100, sort: 'name' } })).items,
  )
  const [projectKey, setProjectKey] = useState(here.key)
  const [suiteId, setSuiteId] = useState<number | null>(null)
  const writable = (others ?? []).filter(({ key, role }) => key !== here.key && roleMay(role, 'cases:write'))
  const project = writable.find(({ key }) => key === projectKey) ?? here
  const { label } = ACTION_TEXTS[mode]
  return (
    <Dialog
      title={`${label} ${caseCount(count)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button
            variant="primary"
            aria-disabled={suiteId === null}
            onClick={() => {
              if (suiteId === null) return
              onTarget({ projectId: project.id === here.id ? null : project.id, suiteId })
            }}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Select
          label="Project"
          value={project.key}
          options={[here, ...writable].map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
          {...(project.id === here.id
            ? {}
            : { description: 'They get new keys. Values that do not exist there are set to that project’s defaults.' })}
          onValueChange={(key) => {
            setProjectKey(key)
            setSuiteId(null)
          }}
        />
        <TargetSuites
          key={project.key}
          load={() => suitesOf(project.key)}
          value={suiteId}
          onChoose={(id) => setSuiteId(id)}
        />
      </div>
    </Dialog>
  )
}

interface TargetSuitesProps {
  load: () => Promise<{ items: readonly Suite[] }>
  value: number | null
  onChoose: (suiteId: number | null) => void
}

/** All suites of a project, regardless of the page's search. */
function TargetSuites({ load, value, onChoose }: TargetSuitesProps) {
  const {
    value: structure,
    failure,
    isLoading,
    retry,
  } = useResource(async () => structureOf((await load()).items, null))
  if (structure !== null)
    return <SuitePicker label="Search suites" structure={structure} value={value ?? undefined} onChoose={onChoose} />
  return (
    <>
      {isLoading && <Skeleton height={120} width="100%" />}
      <InlineProblem>{failure !== null && messageOf(failure)}</InlineProblem>
      {failure !== null && <Button onClick={retry}>Retry</Button>}
    </>
  )
}
