/** The projects that a new user joins, and with which role. */
import { Plus, X } from 'lucide-react'
import { ROLES, type Role } from '../../../contract/access.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listProjects, type Project } from '../../../contract/projects/projects.ts'
import { useApplication } from '../../application/context.tsx'
import { SearchedPicker } from '../../shared/pickers/searched-picker.tsx'
import { ROLE_LABELS } from '../../shared/role-labels.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { KeyTile } from '../../ui/marks/key-tile.tsx'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { AssignmentRow } from './assignments.ts'
import styles from './users.module.css'

interface AssignmentsFieldProps {
  rows: readonly AssignmentRow[]
  isReadOnly: boolean
  onValueChange: (rows: readonly AssignmentRow[]) => void
}

export function AssignmentsField({ rows, isReadOnly, onValueChange }: AssignmentsFieldProps) {
  const change = (id: number, changed: Partial<AssignmentRow>) =>
    onValueChange(rows.map((row) => (row.id === id ? { ...row, ...changed } : row)))
  const add = () =>
    onValueChange([...rows, { id: 1 + Math.max(0, ...rows.map(({ id }) => id)), project: null, role: 'ENGINEER' }])
  return (
    <fieldset className={styles.assignments}>
      <legend>Projects</legend>
      {rows.map((row, i) => (
        <div key={row.id} className={styles.assignment}>
          <ProjectField
            number={i + 1}
            row={row}
            taken={rows.flatMap(({ project }) => (project === null ? [] : [project.id]))}
            onChoose={(project) => change(row.id, { project })}
          />
          <Select
            label={`Role in project ${i + 1}`}
            hideLabel
            value={isReadOnly ? 'GUEST' : row.role}
            disabled={isReadOnly}
            options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
            onValueChange={(role) => change(row.id, { role: role as Role })}
          />
          <IconButton
            label={`Remove project ${i + 1}`}
            onClick={() => onValueChange(rows.filter(({ id }) => id !== row.id))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length < LIMITS.projectAssignments && (
        <Button variant="quiet" size="sm" icon={<Plus aria-hidden />} onClick={add}>
          Project
        </Button>
      )}
    </fieldset>
  )
}

interface ProjectFieldProps {
  number: number
  row: AssignmentRow
  /** Ids of the projects in all rows. */
  taken: readonly number[]
  onChoose: (project: NonNullable<AssignmentRow['project']>) => void
}

function ProjectField({ number, row: { project }, taken, onChoose }: ProjectFieldProps) {
  const { send } = useApplication()
  return (
    <PickField
      label={`Project ${number}`}
      hideLabel
      placeholder="Choose a project"
      value={project?.id ?? null}
      options={null}
      chosen={project === null ? null : { id: project.id, ...textOf(project) }}
      onChoose={() => undefined}
      renderPicker={({ onChange, ...list }) => (
        <SearchedPicker<Project>
          {...list}
          label="Projects"
          searchLabel="Search projects"
          none="No projects"
          noMatch="No projects match"
          search={async (q, signal) => {
            const { items } = await send(listProjects, { query: { q, pageSize: 20, sort: 'name' }, signal })
            return { items: items.filter(({ id }) => id === project?.id || !taken.includes(id)) }
          }}
          optionOf={textOf}
          onChoose={({ id, key, name, logoUrl }) => {
            onChoose({ id, key, name, logoUrl })
            onChange([id])
          }}
        />
      )}
    />
  )
}

const textOf = ({ key, name, logoUrl }: Pick<NonNullable<AssignmentRow['project']>, 'key' | 'name' | 'logoUrl'>) => ({
  label: name,
  aside: key,
  icon: <KeyTile projectKey={key} logoUrl={logoUrl} />,
})
