/** Fields of test cases by tab: switched and ordered within and across tabs, held until Save; created and edited in a dialog. */
import { useSelector } from '@xstate/react'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  deleteTestCaseField,
  type FieldTab,
  getTestCaseFieldUsage,
  listTestCaseFields,
  saveTestCaseFields,
  type TestCaseFields as Fields,
} from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Key } from '../../../contract/settings/held-edits.ts'
import { keyOf } from '../../../machines/patterns/held-editor/held-edits.ts'
import type { HeldEditorRef, HeldSnapshot } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { isSame } from '../../../machines/patterns/held-editor/held-fold.ts'
import { useApplication, useMay, useProject, useResource } from '../../application/context.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { SortableLists } from '../../ui/sorting/sortable-list.tsx'
import { HeldPage } from '../held/held-page.tsx'
import { entryNow } from '../held/use-held-rows.ts'
import { type HeldList, useHeldEditor } from '../held/use-held-editor.ts'
import { EditFieldDialog, NewFieldDialog } from './field-dialog.tsx'
import { FieldGroup } from './field-group.tsx'
import { FieldEntry, fieldsAnswer, groupsOver, moveEdit, placesOf, sortedLists, storedFields } from './fields-list.ts'
import styles from './test-case-fields.module.css'
import { messageOf } from '../../../services/http/api-error.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { caseCount } from './field-labels.ts'

const FIELDS = ['tabId', 'enabled'] as const
const fieldLabel = (field: string) => (field === 'tabId' ? 'the tab' : 'the switch')

export function TestCaseFields() {
  const { send } = useApplication()
  const { key } = useProject()
  const may = useMay()
  const hasLayout = may.isOn('custom-test-case-layout')
  const [tabs, setTabs] = useState<readonly FieldTab[]>([])
  const list = useMemo((): HeldList<FieldEntry> => {
    const taken = (answer: Fields) => {
      // An equal answer keeps the old object: hundreds of fields need not re-render.
      setTabs((before) => (isSame(before, answer.data.tabs) ? before : answer.data.tabs))
      return storedFields(answer)
    }
    return {
      name: 'test-case-fields',
      fields: FIELDS,
      validate: () => [],
      load: async () => taken(await send(listTestCaseFields, { params: { projectKey: key } })),
      save: async (version, entries) =>
        taken(
          await send(saveTestCaseFields, { params: { projectKey: key }, body: { version, fields: placesOf(entries) } }),
        ),
      storedOf: (answer) => {
        const stored = fieldsAnswer(answer)
        return stored && taken(stored)
      },
      entry: FieldEntry,
      savedText: TEXTS.fieldsUpdated,
    }
  }, [send, key])
  const { editor, refresh } = useHeldEditor(list)
  const groupsIn = useMemo(() => groupsOver(tabs), [tabs])
  const groups = useSelector(
    editor,
    useCallback(({ context }: HeldSnapshot<FieldEntry>) => groupsIn(context.rows), [groupsIn]),
  )
  const lists = useMemo(() => sortedLists(groups), [groups])
  const [deleting, setDeleting] = useState<FieldEntry | null>(null)
  const here = inProjectHref(paths.testCaseFields, key)
  const [, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('field')
  const close = useCallback(() => navigate(here), [navigate, here])
  const [sought, setSought] = useState<{ key: Key } | null>(null)
  // After the row has rendered.
  useEffect(() => {
    if (sought === null) return
    const row = `[data-key="${CSS.escape(sought.key)}"]`
    document.querySelector<HTMLElement>(`${row} input, ${row} button`)?.focus()
  }, [sought])
  const nameOf = (id: string) => entryNow(editor, id)?.name ?? ''
  const shared = { tabs, onClose: close, onSaved: refresh }
  const fieldId = Number(wanted)
  return (
    <HeldPage
      title="Test case fields"
      failedTitle="Test case fields did not load"
      emptyTitle="There are no fields"
      empty="Every test case has a title. Fields hold the rest."
      editor={editor}
      fieldLabel={fieldLabel}
      onGo={({ key: row }) => setSought(row === null ? null : { key: row })}
      actions={
        hasLayout && (
          <ButtonLink href={`${here}?field=new`} icon={<Plus aria-hidden />} data-new-field>
            Field
          </ButtonLink>
        )
      }
      foot={
        hasLayout
          ? 'The editor shows fields in this order. A field that is off keeps its values.'
          : 'A field that is off keeps its values. This edition has no custom fields.'
      }
    >
      <SortableLists
        lists={lists}
        nameOf={nameOf}
        onMove={(move) => {
          const edit = moveEdit(groups, move)
          if (edit !== null) editor.send(edit)
        }}
        renderLifted={(id) => <span className={styles.lifted}>{nameOf(id)}</span>}
      >
        <div className={styles.groups}>
          {groups.map((group) => (
            <FieldGroup
              key={group.id}
              group={group}
              tabs={tabs}
              editor={editor}
              hasLayout={hasLayout}
              here={here}
              wanted={sought?.key ?? null}
              onDelete={setDeleting}
            />
          ))}
        </div>
      </SortableLists>
      {deleting !== null && (
        <DeleteField
          field={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => void forgetDeleted(editor, list, deleting)}
        />
      )}
      {hasLayout && tabs.length > 0 && wanted === 'new' && <NewFieldDialog {...shared} />}
      {hasLayout && tabs.length > 0 && fieldId > 0 && <EditFieldDialog key={fieldId} fieldId={fieldId} {...shared} />}
    </HeldPage>
  )
}

/** Discards unsaved edits of a field that is deleted here, which would otherwise conflict with the deletion. */
const forgetDeleted = async (
  editor: HeldEditorRef<FieldEntry>,
  { load }: HeldList<FieldEntry>,
  field: FieldEntry,
): Promise<void> => {
  const saved = await load().catch(() => null)
  if (saved === null) return // repeated on the next focus of the page
  // The row and its focused button are about to unmount.
  document.querySelector<HTMLElement>('[data-new-field]')?.focus()
  editor.send({ type: 'saved/changed', saved })
  editor.send({ type: 'conflict/settle', key: keyOf(field), choice: 'theirs' })
}

interface DeleteFieldProps {
  field: FieldEntry
  onDeleted: () => void
  onClose: () => void
}

/** Deletes immediately, unlike other edits of the page: the field's values are lost for good (FIELDS-56). */
function DeleteField({ field, onDeleted, onClose }: DeleteFieldProps) {
  const { send } = useApplication()
  const { key } = useProject()
  const fieldId = field.id ?? 0
  const usage = useResource(() => send(getTestCaseFieldUsage, { params: { projectKey: key, fieldId } }))
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(deleteTestCaseField, { params: { projectKey: key, fieldId } }),
    () => {
      toast.success(TEXTS.fieldDeleted)
      onClose()
      onDeleted()
    },
  )
  const isCounting = usage.value === null && usage.failure === null
  return (
    <ConfirmDialog
      title={`Delete field ${field.name}?`}
      confirmLabel="Delete field"
      isPending={isPending || isCounting}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isCounting ? (
        <Skeleton width={260} />
      ) : usage.value === null ? (
        <p>Could not count the test cases with a value: {messageOf(usage.failure)}</p>
      ) : usage.value.cases === 0 ? (
        <p>No test case has a value. This cannot be undone.</p>
      ) : (
        <p>
          <b>{caseCount(usage.value.cases)}</b>. The values are deleted with the field. This cannot be undone.
        </p>
      )}
    </ConfirmDialog>
  )
}
