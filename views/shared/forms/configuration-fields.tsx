/** Test configuration: at most one option per group (ESED-11, RUNED-03, RUNED-04). Deleted options stay until they are removed. */
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import styles from './configuration-fields.module.css'
import type { SelectedConfiguration } from '../../../contract/settings/configurations.ts'

export interface ConfigurationFieldsProps {
  /** Null while loading. */
  groups: readonly ConfigurationGroup[] | null
  value: readonly SelectedConfiguration[]
  /** Label for no option of a group. */
  none: string
  onValueChange: (value: SelectedConfiguration[]) => void
}

export function ConfigurationFields({ groups, value, none, onValueChange }: ConfigurationFieldsProps) {
  const known = new Set(groups?.map(({ id }) => id))
  const shown = [
    ...(groups ?? []).filter(({ id, options }) => options.length > 0 || value.some(({ groupId }) => groupId === id)),
    // The option's group was deleted or has not loaded.
    ...value
      .filter(({ groupId }) => !known.has(groupId))
      .map(({ groupId, groupName }) => ({ id: groupId, name: groupName, options: [] })),
  ]
  if (shown.length === 0) return null
  const choose = (group: ConfigurationGroup, optionId: number | null) => {
    const others = value.filter(({ groupId }) => groupId !== group.id)
    const option = group.options.find(({ id }) => id === optionId)
    onValueChange(
      option
        ? [...others, { groupId: group.id, optionId: option.id, groupName: group.name, optionName: option.name }]
        : others,
    )
  }
  return (
    <fieldset className={styles.group}>
      <legend>Configurations</legend>
      <div className={styles.grid}>
        {shown.map((group) => {
          const chosen = value.find(({ groupId }) => groupId === group.id)
          const isDeleted = groups !== null && chosen && group.options.every(({ id }) => id !== chosen.optionId)
          return (
            <PickField
              key={group.id}
              label={group.name}
              placeholder={none}
              value={chosen?.optionId ?? null}
              options={groups === null ? null : group.options.map(({ id, name }) => ({ id, label: name }))}
              chosen={
                chosen === undefined
                  ? null
                  : {
                      id: chosen.optionId,
                      label: chosen.optionName,
                      ...(isDeleted ? { aside: 'deleted' } : {}),
                    }
              }
              onChoose={(optionId) => choose(group, optionId)}
              onClear={() => choose(group, null)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
