/** `scimType` of RFC 7644, 3.12. */
type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** Error response of SCIM. */
export class ScimRefusal extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  constructor(status: number, message: string, scimType?: ScimType) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

export const badRequest = (scimType: ScimType, message: string): ScimRefusal => new ScimRefusal(400, message, scimType)

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

export const errorBody = ({ status, message, scimType }: Pick<ScimRefusal, 'status' | 'message' | 'scimType'>) => ({
  schemas: [ERROR_SCHEMA],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail: message,
})
