/** Discovery endpoints of SCIM 2.0 (RFC 7643, 5 to 7). */
import { GROUP_SCHEMA } from './groups.ts'
import { MAX_PAGE_SIZE } from './list.ts'
import { USER_SCHEMA } from './users.ts'

export const serviceProviderConfig = (url: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE_SIZE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of the page Single sign-on',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${url}/ServiceProviderConfig` },
})

export const resourceTypes = (url: string) =>
  [
    { name: 'User', endpoint: '/Users', schema: USER_SCHEMA },
    { name: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: type.name,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${url}/ResourceTypes/${type.name}` },
  }))

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const complex = (name: string, subAttributes: readonly object[], more: object = {}) =>
  attribute(name, { type: 'complex', subAttributes, ...more })

export const schemas = (url: string) =>
  [
    {
      id: USER_SCHEMA,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        complex('name', [attribute('givenName'), attribute('familyName')]),
        attribute('displayName', { mutability: 'readOnly' }),
        complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
          multiValued: true,
        }),
        attribute('active', { type: 'boolean' }),
        complex('groups', [attribute('value'), attribute('display')], { multiValued: true, mutability: 'readOnly' }),
      ],
    },
    {
      id: GROUP_SCHEMA,
      name: 'Group',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        complex('members', [attribute('value'), attribute('display', { mutability: 'readOnly' })], {
          multiValued: true,
        }),
      ],
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${url}/Schemas/${schema.id}` },
  }))
