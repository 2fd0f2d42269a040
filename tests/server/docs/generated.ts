/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
  $defs?: Record<string, JsonSchema>
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  default?: unknown
}

const TEXTS = [
  'Some words',
  'word',
  'WORD',
  'SHOP-1',
  'a1',
  '#1f6feb',
  '2026-01-02',
  '00:30',
  'a@b.test',
  'AAAA',
  'https://a.test/{key}',
  'project:1',
  '1',
]
const BY_FORMAT: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'somebody@example.test',
  'date-time': '2027-01-02T03:04:05.678Z',
  date: '2027-01-02',
  uri: 'https://example.test/',
  base64: 'AAAA',
}

/**
 * Returns bodies that the schema describes: one with the required properties alone, one with all, and one for each variant of each union
 * in it. Throws for a schema that it cannot follow.
 */
export const bodiesOf = (schema: JsonSchema): unknown[] => {
  const bodies = new Map<string, unknown>()
  for (const isFull of [false, true])
    for (let variant = 0; variant < maxVariants(schema, schema); variant += 1) {
      const body = valueOf(schema, { root: schema, isFull, variant, depth: 0 })
      bodies.set(JSON.stringify(body), body)
    }
  return [...bodies.values()]
}

interface Taste {
  root: JsonSchema
  isFull: boolean
  /** The member of each union to take, if it exists. */
  variant: number
  depth: number
}

const variantsIn = ({ anyOf, oneOf, enum: values }: JsonSchema): readonly unknown[] =>
  anyOf ?? oneOf ?? values ?? [null]

const resolved = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.split('/').at(-1) ?? ''
  const found = schema.$ref === '#' ? root : root.$defs?.[name]
  if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`)
  return found
}

const maxVariants = (given: JsonSchema, root: JsonSchema, depth = 0): number => {
  if (depth > 8) return 1
  const schema = resolved(given, root)
  const parts = [
    ...(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []),
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
  ]
  return Math.max(variantsIn(schema).length, ...parts.map((part) => maxVariants(part, root, depth + 1)))
}

const valueOf = (given: JsonSchema, taste: Taste): unknown => {
  const schema = resolved(given, taste.root)
  const next = { ...taste, depth: taste.depth + 1 }
  if ('const' in schema) return schema.const
  const variants = variantsIn(schema)
  const chosen = variants[Math.min(taste.variant, variants.length - 1)]
  if (schema.enum !== undefined) return chosen
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return valueOf(chosen as JsonSchema, next)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, next))) as Record<string, unknown>
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return objectOf(schema, next)
    case 'array':
      return listOf(schema, next)
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return taste.isFull
    case 'null':
      return null
    case undefined:
      return {} // anything
    default:
      throw new Error(`values of the type ${type} are not generated`)
  }
}

const objectOf = (
  { properties = {}, required = [], propertyNames, additionalProperties }: JsonSchema,
  taste: Taste,
) => {
  const names = Object.keys(properties).filter((name) => required.includes(name) || (taste.isFull && taste.depth < 12))
  const own = names.map((name) => [name, valueOf(properties[name] ?? {}, taste)])
  const isOpen = typeof additionalProperties === 'object' && taste.isFull && propertyNames !== undefined
  const open = isOpen ? [[textOf(propertyNames), valueOf(additionalProperties, taste)]] : []
  return Object.fromEntries([...own, ...open]) as Record<string, unknown>
}

const listOf = ({ items = {}, prefixItems, minItems = 0, maxItems = Infinity }: JsonSchema, taste: Taste) => {
  if (prefixItems !== undefined) return prefixItems.map((item) => valueOf(item, taste))
  const length = Math.min(Math.max(minItems, taste.isFull && taste.depth < 12 ? 1 : 0), maxItems)
  return Array.from({ length }, () => valueOf(items, taste))
}

const textOf = ({ pattern, format, minLength = 0, maxLength = Infinity }: JsonSchema): string => {
  const formatted = format === undefined ? undefined : BY_FORMAT[format]
  if (formatted !== undefined) return formatted
  const fitting = pattern === undefined ? /^/ : new RegExp(pattern, 'u')
  const texts = [...TEXTS, ...Object.values(BY_FORMAT), 'x'.repeat(minLength)]
  const text = texts.find((one) => one.length >= minLength && one.length <= maxLength && fitting.test(one))
  if (text === undefined)
    throw new Error(`no text is known that matches ${pattern} (${format}), of ${minLength} to ${maxLength}`)
  return text
}

const numberOf = ({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: JsonSchema): number => {
  const min = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)
  const max = maximum ?? (exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - 1)
  return Math.min(Math.max(1, min), max)
}
