/** Default value of a field, by type. */
import { faultAt, type FieldEdit, type FieldForm } from '../../../machines/settings/field-editor.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { DateDefaultFields } from './date-default.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { useLeft } from './use-left.ts'
import styles from './field-dialog.module.css'
import type { UserDefault } from '../../../contract/settings/test-case-field-values.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { UserPicker } from './user-picker.tsx'

interface DefaultSectionProps {
  form: FieldForm
  edit: (edit: FieldEdit) => void
}

export function DefaultSection({ form, edit }: DefaultSectionProps) {
  const { typed } = form
  if (typed.dataType === null) return null
  if (typed.dataType === 'DROPDOWN' || typed.dataType === 'MULTI_SELECT')
    return <OptionsEditor form={form} typed={typed} edit={edit} />
  return (
    <section className={styles.section} aria-label="Default value">
      <header className={styles.sectionHead}>
        <h3>Default value</h3>
        {(typed.dataType === 'STRING' || typed.dataType === 'TEXT') && (
          <Switch
            checked={typed.value.hasDefault}
            onCheckedChange={(hasDefault) => edit({ type: 'default/switched', hasDefault })}
          >
            Has default
          </Switch>
        )}
      </header>
      <Body key={typed.dataType} form={form} edit={edit} />
    </section>
  )
}

function Body({ form, edit }: DefaultSectionProps) {
  const { typed } = form
  const { isLeft, leave } = useLeft()
  const shared = {
    label: 'Default',
    autoComplete: 'off',
    error: isLeft ? faultAt(form, 'value.default') : undefined,
    onBlur: leave,
    onValueChange: (text: string) => edit({ type: 'default/typed', text }),
  }
  switch (typed.dataType) {
    case 'STRING':
      return typed.value.hasDefault ? (
        <TextField {...shared} description={BEGIN} value={typed.value.default} />
      ) : (
        <NoDefault />
      )
    case 'TEXT':
      return typed.value.hasDefault ? (
        <TextArea {...shared} description={BEGIN} value={typed.value.default} />
      ) : (
        <NoDefault />
      )
    case 'URI':
      return (
        <TextField
          {...shared}
          value={typed.value.default}
          inputMode="url"
          spellCheck={false}
          placeholder="https://"
          description="Leave empty for none."
        />
      )
    case 'DATE':
      return <DateDefaultFields form={form} start={typed.value.default} edit={edit} />
    case 'USER':
      return <UserDefaultFields start={typed.value.default} edit={edit} />
    default:
      return null
  }
}

const BEGIN = 'New cases get this value.'

function NoDefault() {
  return <p className={styles.none}>New cases have no value.</p>
}

interface UserDefaultProps {
  start: UserDefault
  edit: (edit: FieldEdit) => void
}

function UserDefaultFields({ start, edit }: UserDefaultProps) {
  const choose = (wanted: UserDefault) => edit({ type: 'user/chosen', start: wanted })
  return (
    <>
      <SegmentedControl
        label="Default user"
        value={start?.kind ?? 'none'}
        segments={[
          { value: 'none', label: 'None' },
          { value: 'author', label: 'Author of the case' },
          { value: 'specificUser', label: 'Specific user' },
        ]}
        onValueChange={(kind) => {
          if (kind === 'none') choose(null)
          else if (kind === 'author') choose({ kind })
          else choose({ kind, userId: null })
        }}
      />
      {start?.kind === 'specificUser' && (
        <UserPicker userId={start.userId} onChoose={(userId) => choose({ kind: 'specificUser', userId })} />
      )}
    </>
  )
}
