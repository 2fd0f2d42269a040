import { record, string, type, unknown } from 'superstruct'

/** Fields of a form that a person has typed into, with what they held then. */
export const draftEvents = { 'draft/changed': type({ values: record(string(), unknown()) }) }
