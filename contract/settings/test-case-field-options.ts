import { LIMITS } from '../limits.ts'

/** What the rules of options look at; forms and calls add their own. */
interface Option {
  isDefault: boolean
}
interface Options<O extends Option> {
  hasDefault: boolean
  options: readonly O[]
}
type Changed<O> = { hasDefault: boolean; options: O[] }

export const isFull = ({ options }: { options: readonly unknown[] }): boolean =>
  options.length >= LIMITS.fieldOptionsMost

/** With exactly one option, the default that there has to be is that one (FIELDS-36). */
const settled = <O extends Option>({ hasDefault, options }: Options<O>): Changed<O> => ({
  hasDefault,
  options: options.length === 1 ? options.map((option) => ({ ...option, isDefault: hasDefault })) : [...options],
})

const cleared = <O extends Option>(options: readonly O[]): O[] =>
  options.map((option) => ({ ...option, isDefault: false }))

/** A second option clears the default, for it was nobody's choice (FIELDS-37). A full list stays as it is (FIELDS-34). */
export const addOption = <O extends Option>(value: Options<O>, option: O): Changed<O> => {
  if (isFull(value)) return { ...value, options: [...value.options] }
  const before = value.options.length === 1 ? cleared(value.options) : value.options
  return settled({ ...value, options: [...before, option] })
}

export const removeOption = <O extends Option>(value: Options<O>, place: number): Changed<O> =>
  settled({ ...value, options: value.options.filter((_, i) => i !== place) })

/** To another place; the places between move up. */
export const moveOption = <O extends Option>(value: Options<O>, from: number, to: number): Changed<O> => {
  const moved = value.options[from]
  if (moved === undefined) return { ...value, options: [...value.options] }
  const rest = value.options.filter((_, i) => i !== from)
  return { ...value, options: [...rest.slice(0, to), moved, ...rest.slice(to)] }
}

/** Off, no option is the default (FIELDS-35). */
export const switchDefault = <O extends Option>(value: Options<O>, hasDefault: boolean): Changed<O> =>
  settled({ hasDefault, options: hasDefault ? value.options : cleared(value.options) })

/** Where one default is allowed, choosing another moves it (FIELDS-38); where several are, each is switched by itself (FIELDS-39). */
export const chooseDefault = <O extends Option>(
  value: Options<O>,
  place: number,
  isDefault: boolean,
  allowed: 'one' | 'several',
): Changed<O> =>
  settled({
    ...value,
    options: value.options.map((option, i) => {
      if (i === place) return { ...option, isDefault: value.hasDefault && isDefault }
      return allowed === 'one' ? { ...option, isDefault: false } : option
    }),
  })
