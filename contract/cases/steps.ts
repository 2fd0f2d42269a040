import { z } from 'zod/mini'
import { LIMITS } from '../limits.ts'

/** A file attached to a case, a step or shared steps. `id` is part of its download path. */
export const Attachment = z.object({
  id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  contentType: z.string(),
  sizeBytes: z.int(),
})
export type Attachment = z.infer<typeof Attachment>

/** Permanent id of a step, which moves and edits keep. Chosen by the client that adds the step. */
const stepId = z.string().check(z.minLength(1), z.maxLength(40))
const markdown = z.string().check(z.maxLength(LIMITS.maxCaseText))
const attachments = z.array(Attachment).check(z.maxLength(LIMITS.maxAttachments))

/** Action and expected result of a step, both Markdown. */
export const Step = z.object({
  kind: z.literal('step'),
  id: stepId,
  action: markdown,
  expectedResult: markdown,
  attachments,
})
export type Step = z.infer<typeof Step>

/** Reference to shared steps. Readers expand it to the current steps. */
const SharedStepsReference = z.object({ kind: z.literal('shared'), id: stepId, sharedStepsId: z.int() })
type SharedStepsReference = z.infer<typeof SharedStepsReference>

export const CaseStep = z.discriminatedUnion('kind', [Step, SharedStepsReference])
export type CaseStep = z.infer<typeof CaseStep>
export const CaseSteps = z.array(CaseStep).check(z.maxLength(LIMITS.maxSteps))
export const Attachments = attachments
