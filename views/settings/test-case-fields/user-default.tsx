import type { UserDefault } from '../../../contract/settings/test-case-field-values.ts'
import type { FieldEdit } from '../../../machines/settings/field-editor.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { UserPicker } from './user-picker.tsx'

interface UserDefaultProps {
  start: UserDefault
  edit: (edit: FieldEdit) => void
}

export function UserDefaultFields({ start, edit }: UserDefaultProps) {
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
