import { record, string, type, unknown } from 'superstruct'

/** Fields that a user typed into, with their base values. */
export const draftEvents = { 'draft/changed': type({ values: record(string(), unknown()) }) }
