import { z } from 'zod/mini'
import { LIMITS } from '../limits.ts'

/** A file that somebody attached to a case, a step or shared steps; `id` is its own, for its address. */
export const Attachment = z.object({
  id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  contentType: z.string(),
  sizeBytes: z.int(),
})
export type Attachment = z.infer<typeof Attachment>

/** Names a step for good, also while it is moved and edited: made by whoever adds it. */
const stepId = z.string().check(z.minLength(1), z.maxLength(40))
const markdown = z.string().check(z.maxLength(LIMITS.caseTextMost))
const attachments = z.array(Attachment).check(z.maxLength(LIMITS.attachmentsMost))

/** What to do and what is to be seen then; both are Markdown. */
export const Step = z.object({
  kind: z.literal('step'),
  id: stepId,
  action: markdown,
  expectedResult: markdown,
  attachments,
})
export type Step = z.infer<typeof Step>

/** Stands for all the steps of shared steps, as they are now. */
const SharedStepsReference = z.object({ kind: z.literal('shared'), id: stepId, sharedStepsId: z.int() })
type SharedStepsReference = z.infer<typeof SharedStepsReference>

export const CaseStep = z.discriminatedUnion('kind', [Step, SharedStepsReference])
export type CaseStep = z.infer<typeof CaseStep>
export const CaseSteps = z.array(CaseStep).check(z.maxLength(LIMITS.stepsMost))
export const Attachments = attachments
