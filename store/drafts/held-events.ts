import {
  array,
  boolean,
  define,
  enums,
  is,
  literal,
  nullable,
  number,
  optional,
  record,
  string,
  type,
  union,
  unknown,
  type Infer,
} from 'superstruct'
import type { HeldEdit } from '../../contract/settings/held-edits.ts'

/** The list's page checks its own fields. */
const entry = type({ id: nullable(number()), name: string() })
const changes = record(string(), unknown())
const key = string()
const after = nullable(string())
/** A single predicate: long lists are checked with every move. */
const order = define<string[]>(
  'order',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
)

/** `HeldEdit` of any list. */
const AnyEdit = union([
  type({ type: literal('entry/added'), key, entry, after, over: optional(number()) }),
  type({
    type: literal('entry/changed'),
    key,
    changes,
    was: entry,
    besides: optional(array(type({ key, changes, was: entry }))),
  }),
  type({ type: literal('entry/deleted'), key, was: entry }),
  type({ type: literal('entry/restored'), key, name: string() }),
  type({ type: literal('entry/moved'), key, after, order, was: entry, changes: optional(changes) }),
  type({
    type: literal('conflict/settled'),
    key,
    choice: enums(['mine', 'theirs']),
    against: nullable(entry),
    order,
    fields: array(string()),
    isMoved: boolean(),
    name: string(),
  }),
])

/** Unsaved edits of held lists, and their undo steps. */
export const heldEvents = {
  'held/made': type({ edit: AnyEdit }),
  'held/undone': type({}),
  'held/redone': type({}),
}

/** Returns whether a value is an entry of the list, with all fields valid. */
export type IsEntry<Entry> = (value: unknown) => value is Entry

/** Returns whether a stored edit can be shown: all entries in it, and those it produces, are valid. */
export const isEditOf =
  <Entry>(isEntry: IsEntry<Entry>) =>
  (edit: unknown): edit is HeldEdit<Entry> =>
    is(edit, AnyEdit) && entriesOf(edit).every(isEntry)

const sidesOf = ({ was, changes }: { was: object; changes?: object | undefined }) => [was, { ...was, ...changes }]

function entriesOf(edit: Infer<typeof AnyEdit>): unknown[] {
  switch (edit.type) {
    case 'entry/added':
      return [edit.entry]
    case 'entry/changed':
      return [edit, ...(edit.besides ?? [])].flatMap(sidesOf)
    case 'entry/moved':
      return sidesOf(edit)
    case 'entry/deleted':
      return [edit.was]
    case 'conflict/settled':
      return edit.against === null ? [] : [edit.against]
    case 'entry/restored':
      return []
  }
}
