import { describe, expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { saveBlockers } from '../../../contract/settings/test-case-field-rules.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import {
  draftOf,
  faultAt,
  fieldEdited,
  fieldProblems,
  formOf,
  newField,
  typedForCall,
  type FieldEdit,
  type FieldForm,
} from '../../../machines/settings/field-editor.ts'
import { formDialog, isSubmitting, type FormDialogEvent } from '../../../machines/patterns/form-dialog.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'

const edited = (form: FieldForm, ...edits: FieldEdit[]): FieldForm =>
  edits.reduce((now, edit) => ({ ...now, ...fieldEdited(now, edit) }), form)

/** The form's edits as a machine: every path through them is covered. */
const writing = (start: FieldForm) =>
  setup({
    types: { context: {} as { form: FieldForm }, events: {} as { type: 'field/edit'; edit: FieldEdit } },
  }).createMachine({
    context: { form: start },
    on: {
      'field/edit': { actions: assign(({ context, event }) => ({ form: edited(context.form, event.edit) })) },
    },
  })

const optionsOf = ({ typed }: FieldForm) =>
  typed.dataType === 'DROPDOWN' || typed.dataType === 'MULTI_SELECT' ? typed.value : null

describe('options, on every path of edits', () => {
  const keys = ['a', 'b', 'c']
  const edits: FieldEdit[] = [
    { type: 'type/chosen', dataType: 'DROPDOWN' },
    { type: 'type/chosen', dataType: 'MULTI_SELECT' },
    { type: 'default/switched', hasDefault: true },
    { type: 'default/switched', hasDefault: false },
    ...keys.flatMap((key): FieldEdit[] => [
      { type: 'option/added', key },
      { type: 'option/removed', key },
      { type: 'option/defaulted', key, isDefault: true },
    ]),
    { type: 'option/defaulted', key: 'a', isDefault: false },
    { type: 'option/moved', key: 'a', to: 0 },
  ]
  const paths = pathsOf(writing(newField(1)), {
    input: undefined,
    events: edits.map((edit) => ({ type: 'field/edit', edit })),
  })
  const holds = (rule: (before: FieldForm, edit: FieldEdit, after: FieldForm) => boolean) =>
    breaches(paths, (state, before) => {
      const last = before?.context.form
      return last === undefined || edits.every((edit) => rule(last, edit, edited(last, edit))) || !state
    })
  const defaults = (form: FieldForm) => optionsOf(form)?.options.filter(({ isDefault }) => isDefault).length ?? 0
  const count = (form: FieldForm) => optionsOf(form)?.options.length ?? 0
  const hasDefault = (form: FieldForm) => optionsOf(form)?.hasDefault ?? false

  test('the paths are many', () => {
    expect(paths.length).toBeGreaterThan(500)
  })

  test('[FIELDS-35] with the switch off no option is the default', () => {
    expect(holds((_, _edit, after) => hasDefault(after) || defaults(after) === 0)).toEqual([])
  })

  test('[FIELDS-36] with the switch on the only option is the default', () => {
    expect(holds((_, _edit, after) => !(hasDefault(after) && count(after) === 1) || defaults(after) === 1)).toEqual([])
  })

  test('[FIELDS-37] the second option leaves none', () => {
    expect(holds((before, _, after) => !(count(before) === 1 && count(after) === 2) || defaults(after) === 0)).toEqual(
      [],
    )
  })

  test('[FIELDS-38] a dropdown never has two', () => {
    expect(holds((_, _edit, after) => after.typed.dataType !== 'DROPDOWN' || defaults(after) <= 1)).toEqual([])
  })

  test('[FIELDS-39] a multi-select can have them all', () => {
    const all = paths.some(({ steps }) => {
      const form = steps.at(-1)?.state.context.form
      return form?.typed.dataType === 'MULTI_SELECT' && defaults(form) === 3
    })
    expect(all).toBe(true)
  })
})

describe('the form', () => {
  const dropdown = edited(newField(1), { type: 'type/chosen', dataType: 'DROPDOWN' })
  const withOption = edited(dropdown, { type: 'option/added', key: 'a' })
  const named = edited(withOption, { type: 'option/renamed', key: 'a', name: 'Low' })
  const machine = formDialog<FieldForm>({ validate: fieldProblems })
  const input = { initial: newField(1), draft: null }
  const changed = (values: Partial<FieldForm>) => ({ type: 'form/changed' as const, values })
  const events = [
    changed(fieldEdited(newField(1), { type: 'name/typed', name: 'Severity' })),
    changed({ name: '' }),
    changed({ typed: dropdown.typed }),
    changed({ typed: withOption.typed }),
    changed({ typed: named.typed }),
    { type: 'form/submit' },
    { type: 'form/cancel' },
    { type: 'xstate.done.actor.restore', output: { draft: { typed: named.typed } } },
    { type: 'xstate.done.actor.restore', output: { draft: null } },
    { type: 'xstate.error.actor.restore', error: new Error('no log') },
    { type: 'xstate.done.actor.submit', output: 7 },
    { type: 'xstate.error.actor.submit', error: new Error('taken') },
  ] as FormDialogEvent<FieldForm>[]
  const paths = pathsOf(machine, { input, events })

  test('the paths reach every state that has to do with saving', () => {
    const others = /asking|close|colliding|collision|discard|submitting on (form|xstate.error.actor.submit \[0\])|left/
    expect(missedBy(machine, paths).filter((missed) => !others.test(missed))).toEqual([])
  })

  test('sends nothing that disables Save, and keeps what was sent while it is saved', () => {
    expect(
      breaches(paths, ({ context: { sent } }) => sent === null || saveBlockers(draftOf(sent)).length === 0),
    ).toEqual([])
    const sentIn = (state: { context: { sent: FieldForm | null } }) => JSON.stringify(state.context.sent)
    expect(
      breaches(
        paths,
        (state, before) => !before || !isSubmitting(before) || !isSubmitting(state) || sentIn(state) === sentIn(before),
      ),
    ).toEqual([])
  })

  /** One path for each event that leads from one state to another. */
  const samples = Object.values(
    Object.fromEntries(
      paths.map((path) => {
        const [before, last] = path.steps.slice(-2)
        return [JSON.stringify([before?.state.value, last?.event, last?.state.value]), path]
      }),
    ),
  )

  test('a running machine follows the model', () => {
    for (const path of samples) {
      const emitted = play(machine, path, input).map(({ type }) => type)
      const last = path.steps.at(-1)?.state
      // Closed during a save, it keeps its draft.
      expect(emitted.includes('draft/dropped')).toBe(last?.status === 'done' && !last.matches('left'))
    }
  })
})

describe('single edits', () => {
  test('[FIELDS-19] the system name follows the name until it is edited', () => {
    const followed = edited(newField(1), { type: 'name/typed', name: 'Test data' })
    expect(followed.systemName).toBe('testData')
    const own = edited(
      followed,
      { type: 'system-name/typed', systemName: 'data' },
      { type: 'name/typed', name: 'Other' },
    )
    expect([own.name, own.systemName]).toEqual(['Other', 'data'])
  })

  test('another type keeps what both can hold', () => {
    const text = edited(
      newField(1),
      { type: 'type/chosen', dataType: 'STRING' },
      { type: 'default/switched', hasDefault: true },
      { type: 'default/typed', text: 'low' },
      { type: 'type/chosen', dataType: 'TEXT' },
    )
    expect(text.typed).toEqual({ dataType: 'TEXT', value: { hasDefault: true, default: 'low' } })
    const several = edited(
      newField(1),
      { type: 'type/chosen', dataType: 'MULTI_SELECT' },
      { type: 'default/switched', hasDefault: true },
      { type: 'option/added', key: 'a' },
      { type: 'option/added', key: 'b' },
      { type: 'option/defaulted', key: 'a', isDefault: true },
      { type: 'option/defaulted', key: 'b', isDefault: true },
    )
    const one = edited(several, { type: 'type/chosen', dataType: 'DROPDOWN' })
    expect(optionsOf(one)?.options.map(({ key, isDefault }) => [key, isDefault])).toEqual([
      ['a', false],
      ['b', false],
    ])
    expect(edited(one, { type: 'type/chosen', dataType: 'DATE' }).typed).toEqual({
      dataType: 'DATE',
      value: { default: null },
    })
  })

  test('[FIELDS-32] [FIELDS-33] calls carry the order of options, and icons only where they count', () => {
    const form = edited(
      newField(1),
      { type: 'type/chosen', dataType: 'DROPDOWN' },
      { type: 'option/added', key: 'a' },
      { type: 'option/renamed', key: 'a', name: ' Low ' },
      { type: 'option/added', key: 'b' },
      { type: 'option/renamed', key: 'b', name: 'High' },
      { type: 'icons/switched', hasIcon: true },
      { type: 'option/icon-chosen', key: 'b', icon: 'fire' },
      { type: 'option/moved', key: 'b', to: 0 },
    )
    const options = (of: FieldForm) => {
      const typed = typedForCall(of)
      return typed.dataType === 'DROPDOWN'
        ? typed.value.options.map((one) => [one.name, one.icon, one.relativePosition])
        : []
    }
    expect(options(form)).toEqual([
      ['High', 'fire', 1],
      ['Low', 'circle', 2],
    ])
    const without = edited(form, { type: 'icons/switched', hasIcon: false })
    expect(options(without).map(([, icon]) => icon)).toEqual([null, null])
    const many = typedForCall(edited(form, { type: 'type/chosen', dataType: 'MULTI_SELECT' }))
    expect(many.value).toEqual({
      hasDefault: false,
      options: [
        { id: null, name: 'High', isDefault: false, relativePosition: 1 },
        { id: null, name: 'Low', isDefault: false, relativePosition: 2 },
      ],
    })
  })

  test('a field that is opened and not changed is sent as stored', () => {
    const stored: TestCaseField = {
      id: 7,
      type: 'CUSTOM',
      name: 'Severity',
      description: '',
      systemName: 'severity',
      tabId: 1,
      relativePosition: 1,
      enabled: true,
      dataType: 'DROPDOWN',
      value: {
        hasIcon: true,
        hasDefault: true,
        options: [{ id: 3, name: 'Low', icon: 'flag', isDefault: true, relativePosition: 1 }],
      },
    }
    expect(typedForCall(formOf(stored))).toEqual({ dataType: stored.dataType, value: stored.value })
  })

  test('edits of another type’s settings change nothing', () => {
    const date = edited(newField(1), { type: 'type/chosen', dataType: 'DATE' })
    for (const edit of [
      { type: 'default/typed', text: 'x' },
      { type: 'option/added', key: 'a' },
      { type: 'user/chosen', start: { kind: 'author' } },
    ] as FieldEdit[])
      expect(fieldEdited(date, edit)).toEqual({})
  })

  test('reports a fault of an option at that option', () => {
    const form = edited(
      newField(1),
      { type: 'type/chosen', dataType: 'MULTI_SELECT' },
      { type: 'option/added', key: 'a' },
      { type: 'option/added', key: 'b' },
      { type: 'option/renamed', key: 'a', name: 'Low' },
      { type: 'option/renamed', key: 'b', name: 'low' },
    )
    expect(faultAt(form, 'value.options.0.name')).toBeUndefined()
    expect(faultAt(form, 'value.options.1.name')).toBe('There is another option with this name')
  })
})
