import { LIMITS } from '../limits.ts'

/** The part of an option that these rules use. Forms and calls add other fields. */
interface Option {
  isDefault: boolean
}
interface Options<O extends Option> {
  hasDefault: boolean
  options: readonly O[]
}
type Changed<O> = { hasDefault: boolean; options: O[] }

export const isFull = ({ options }: { options: readonly unknown[] }): boolean =>
  options.length >= LIMITS.maxFieldOptions

/** If a default is required, a single option becomes the default (FIELDS-36). */
const settled = <O extends Option>({ hasDefault, options }: Options<O>): Changed<O> => ({
  hasDefault,
  options: options.length === 1 ? options.map((option) => ({ ...option, isDefault: hasDefault })) : [...options],
})

const cleared = <O extends Option>(options: readonly O[]): O[] =>
  options.map((option) => ({ ...option, isDefault: false }))

/** Adds an option. The second option clears the default, which nobody had chosen (FIELDS-37). A full list stays unchanged (FIELDS-34). */
export const addOption = <O extends Option>(value: Options<O>, option: O): Changed<O> => {
  if (isFull(value)) return { ...value, options: [...value.options] }
  const before = value.options.length === 1 ? cleared(value.options) : value.options
  return settled({ ...value, options: [...before, option] })
}

export const removeOption = <O extends Option>(value: Options<O>, place: number): Changed<O> =>
  settled({ ...value, options: value.options.filter((_, i) => i !== place) })

/** Moves an option to another place, shifting those between. */
export const moveOption = <O extends Option>(value: Options<O>, from: number, to: number): Changed<O> => {
  const moved = value.options[from]
  if (moved === undefined) return { ...value, options: [...value.options] }
  const rest = value.options.filter((_, i) => i !== from)
  return { ...value, options: [...rest.slice(0, to), moved, ...rest.slice(to)] }
}

/** Switches the default on or off; off clears the default of all options (FIELDS-35). */
export const switchDefault = <O extends Option>(value: Options<O>, hasDefault: boolean): Changed<O> =>
  settled({ hasDefault, options: hasDefault ? value.options : cleared(value.options) })

/**
 * Sets whether an option is a default. If one default is allowed, this clears the previous one (FIELDS-38); if several are allowed, the
 * others stay unchanged (FIELDS-39).
 */
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
