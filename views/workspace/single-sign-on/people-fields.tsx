/** How a provider creates accounts and assigns groups. */
import { Plus, X } from 'lucide-react'
import { useSession } from '../../application/context.tsx'
import type { Group } from '../../../contract/workspace/groups.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { FieldNote } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import type { PeopleValues } from './people-values.ts'
import styles from './single-sign-on.module.css'

interface PeopleFieldsProps {
  values: PeopleValues
  groups: readonly Group[]
  errorOf: (field: keyof PeopleValues) => string | undefined
  change: (changed: Partial<PeopleValues>) => void
  /** The protocol's term for what maps to groups. */
  attribute?: { legend: string; label: string; placeholder: string }
}

const ATTRIBUTE = { legend: 'Groups by attribute', label: 'Attribute', placeholder: 'memberOf' }

export function PeopleFields({ values, groups, errorOf, change, attribute = ATTRIBUTE }: PeopleFieldsProps) {
  const { user } = useSession()
  const { groupMapping, groupId } = values
  const options = (chosen: number | null) => [
    { value: '', label: 'Choose a group', disabled: true },
    ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
    // A chosen group stays chosen even when the reader may not see it.
    ...(chosen === null || chosen < 1 || groups.some(({ id }) => id === chosen)
      ? []
      : [{ value: String(chosen), label: `Group ${chosen}` }]),
  ]
  const mapped = (place: number, changed: Partial<PeopleValues['groupMapping'][number]>) =>
    change({ groupMapping: groupMapping.map((row, other) => (other === place ? { ...row, ...changed } : row)) })
  return (
    <>
      <fieldset>
        <legend>People</legend>
        <Checkbox
          checked={values.createsPeople}
          onCheckedChange={(createsPeople) => change({ createsPeople })}
          description="Whoever signs in for the first time gets an account and takes a seat."
        >
          Create accounts
        </Checkbox>
        {values.createsPeople && (
          <div className={styles.nested}>
            <Select
              label="Group of new users"
              value={groupId === null ? '' : String(groupId)}
              error={errorOf('groupId')}
              options={options(groupId)}
              onValueChange={(id) => change({ groupId: Number(id) })}
            />
          </div>
        )}
        <Checkbox
          checked={values.linksByEmail}
          disabled={!user.superAdmin && !values.linksByEmail}
          onCheckedChange={(linksByEmail) => change({ linksByEmail })}
          description="The provider can sign in as anybody whose e-mail address it sends, also to accounts with a password. Only a super admin can switch this on."
        >
          Link existing accounts by e-mail address
        </Checkbox>
      </fieldset>
      <fieldset>
        <legend>{attribute.legend}</legend>
        <TextField
          name="groupAttribute"
          label={attribute.label}
          value={values.groupAttribute}
          error={errorOf('groupAttribute')}
          placeholder={attribute.placeholder}
          autoComplete="off"
          onValueChange={(groupAttribute) => change({ groupAttribute })}
        />
        {groupMapping.map((row, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity and keep their order
          <div key={place} className={styles.mapping}>
            <TextField
              label="Value"
              value={row.value}
              autoComplete="off"
              onValueChange={(value) => mapped(place, { value })}
            />
            <Select
              label="Group"
              value={row.groupId < 1 ? '' : String(row.groupId)}
              options={options(row.groupId)}
              onValueChange={(id) => mapped(place, { groupId: Number(id) })}
            />
            <IconButton
              label={`Remove row ${place + 1}`}
              onClick={() => change({ groupMapping: groupMapping.filter((_, other) => other !== place) })}
            >
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            onClick={() => change({ groupMapping: [...groupMapping, { value: '', groupId: 0 }] })}
          >
            Add value
          </Button>
        </div>
        <FieldNote
          id="mapping-note"
          error={errorOf('groupMapping')}
          description="Whoever has the value joins the group when they sign in."
        />
        {groupMapping.length > 0 && (
          <Checkbox
            checked={values.removesGroups}
            onCheckedChange={(removesGroups) => change({ removesGroups })}
            description="Of the groups above, people leave those whose value they no longer have."
          >
            Remove groups at sign-in
          </Checkbox>
        )}
      </fieldset>
    </>
  )
}
