import {
  array,
  boolean,
  define,
  enums,
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

/** What a list's own fields hold is for its page to check. */
const entry = type({ id: nullable(number()), name: string() })
const changes = record(string(), unknown())
const key = string()
const after = nullable(string())
/** In one look: of a long list it is checked with every move. */
const order = define<string[]>(
  'order',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
)

/** An edit of a held list, as it is kept (`HeldEdit` of the editor's machine). */
export const HeldEditRecord = union([
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
export type HeldEditRecord = Infer<typeof HeldEditRecord>

/** Edits of held lists that nobody has saved yet, and the steps taken along them. */
export const heldEvents = {
  'held/made': type({ edit: HeldEditRecord }),
  'held/undone': type({}),
  'held/redone': type({}),
}
