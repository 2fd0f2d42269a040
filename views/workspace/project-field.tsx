import { listProjects, type Project } from '../../contract/projects/projects.ts'
import { useApplication } from '../application/context.tsx'
import { SearchedPicker } from '../shared/pickers/searched-picker.tsx'
import { KeyTile } from '../ui/marks/key-tile.tsx'
import { PickField } from '../ui/pickers/pick-field.tsx'
import type { FieldLook } from '../ui/forms/field.tsx'

export type ChosenProject = Pick<Project, 'id' | 'key' | 'name' | 'logoUrl'>

export type ProjectFieldProps = FieldLook & {
  project: ChosenProject | null
  placeholder: string
  /** Ids of projects that are not offered. */
  taken?: readonly number[]
  onChoose: (project: ChosenProject) => void
  /** Left out: a choice is required. */
  onClear?: () => void
}

/** A project that the user can open, found by a search on the server. */
export function ProjectField({ project, taken = [], onChoose, ...look }: ProjectFieldProps) {
  const { send } = useApplication()
  return (
    <PickField
      {...look}
      value={project?.id ?? null}
      options={null}
      chosen={project === null ? null : { id: project.id, ...optionOf(project) }}
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
          optionOf={optionOf}
          onChoose={({ id, key, name, logoUrl }) => {
            onChoose({ id, key, name, logoUrl })
            onChange([id])
          }}
        />
      )}
    />
  )
}

const optionOf = ({ key, name, logoUrl }: ChosenProject) => ({
  label: name,
  aside: key,
  icon: <KeyTile projectKey={key} logoUrl={logoUrl} />,
})
