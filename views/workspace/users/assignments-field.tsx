/** The projects that a new user joins, and with which role. */
import { Plus, X } from 'lucide-react'
import { ROLES, type Role } from '../../../contract/access.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { ROLE_LABELS } from '../../shared/role-labels.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ProjectField } from '../project-field.tsx'
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
            label={`Project ${i + 1}`}
            hideLabel
            placeholder="Choose a project"
            project={row.project}
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
