import { generateKeyPairSync } from 'node:crypto'
import { asking, dataOf, made, type Body, type Updates } from '../edited.ts'
import { selfSigned } from '../../../../server/session/sso/self-signed.ts'
import { aGroup } from '../../support/people.ts'

const PROVIDER = {
  certificates: [],
  signsRequests: true,
  allowsIdpInitiated: false,
  createsPeople: false,
  groupId: null,
  groupAttribute: '',
  groupMapping: [],
  removesGroups: false,
  linksByEmail: false,
}

const metadataOf = (entity: string) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = selfSigned(pem, entity, new Date(), new Date(Date.now() + 86_400_000))
  const content = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}"><IDPSSODescriptor><KeyDescriptor><X509Certificate xmlns="http://www.w3.org/2000/09/xmldsig#">${certificate.replace(/-----[A-Z ]*-----/g, '')}</X509Certificate></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://directory.test/"/></IDPSSODescriptor></EntityDescriptor>`
  return { name: 'idp.xml', content }
}

export const workspaceUpdates: Updates = {
  updateProfile: () =>
    Promise.resolve({
      isOwn: true,
      params: {},
      fields: { firstName: ['author', 'Ada', 'Ann'], lastName: ['Tester', 'Lovelace', 'Lee'] },
    }),
  updateSeats: async ({ app }) => {
    await app.db.updateTable('workspace').set({ seats: null, read_only_seats: null }).execute()
    return {
      params: {},
      fields: { paidSeats: [null, 5000, 6000], readOnlySeats: [null, 7000, 8000] },
      read: dataOf,
    }
  },
  // The second factor itself is unchanged: the authors have none.
  updateBillingContact: async ({ app }) => {
    await app.db.updateTable('workspace').set({ billing_contact: 'a@larkspur.test' }).execute()
    return { params: {}, fields: { billingContact: ['a@larkspur.test', 'b@larkspur.test', 'c@larkspur.test'] } }
  },
  renameWorkspace: async ({ app }) => {
    await app.db.updateTable('workspace').set({ name: 'Larkspur' }).execute()
    return { params: {}, fields: { name: ['Larkspur', 'Fir', 'Elm'] } }
  },
  updateSignInPolicy: async ({ app }) => {
    const stored = { second_factor_exempts_sso: true, password_least: 8 }
    await app.db.updateTable('workspace').set(stored).execute()
    return { params: {}, fields: { passwordLeast: [8, 9, 10], secondFactorExemptsSso: [true, false, false] } }
  },
  updateUser: async (given) => {
    const username = `edited-${given.projectKey}`
    const groupId = await aGroup(given.app, [])
    const email = (name: string) => `${name}-${given.projectKey}@example.test`
    const user = { username, firstName: 'One', lastName: 'Two', email: email('a'), password: 'olive-tree-60', groupId }
    const { id } = await made(given, 'createUser', user)
    return {
      params: { userId: id },
      fields: {
        firstName: ['One', 'Three', 'Five'],
        lastName: ['Two', 'Four', 'Six'],
        email: [email('a'), email('b'), email('c')],
      },
    }
  },
  updateServiceAccount: async (given) => {
    const name = (which: string) => `${which} ${given.projectKey}`
    const { id } = await made(given, 'createServiceAccount', { name: name('One'), description: 'Nightly' })
    return {
      params: { serviceAccountId: id },
      fields: {
        name: [name('One'), name('Two'), name('Three')],
        description: ['Nightly', 'Hourly', 'Weekly'],
        enabled: [true, false, false],
      },
    }
  },
  updateIdentityProvider: async (given) => {
    const name = (which: string) => `${which} ${given.projectKey}`
    const requested = { ...PROVIDER, name: name('One'), metadata: { file: metadataOf(given.projectKey) } }
    const { id } = await made(given, 'createIdentityProvider', requested)
    return {
      params: { providerId: id },
      fields: {
        name: [name('One'), name('Two'), name('Three')],
        groupAttribute: ['', 'groups', 'memberOf'],
      },
    }
  },
  updateOpenIdProvider: async ({ app, projectKey }) => {
    const name = (which: string) => `OpenID ${which} ${projectKey}`
    const { id } = await app.db
      .insertInto('identity_provider')
      .values({
        type: 'OIDC',
        name: name('One'),
        entity_id: `https://${projectKey}.example.test`,
        metadata_name: 'openid-configuration',
        metadata_content: '{}',
        sso_url: 'https://example.test/auth',
        slo_url: null,
        metadata_url: null,
        certificates: '[]',
        client_id: 'one',
        group_id: null,
        group_attribute: '',
        creates_people: false,
        removes_groups: false,
        links_by_email: false,
        signs_requests: false,
        allows_idp_initiated: false,
        trusted: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      params: { providerId: id },
      fields: { name: [name('One'), name('Two'), name('Three')], groupAttribute: ['', 'groups', 'roles'] },
    }
  },
  updateGroup: async (given) => {
    const { id } = await made(given, 'createGroup', {
      name: `One ${given.projectKey}`,
      permissions: ['projects:create'],
    })
    const name = (which: string) => `${which} ${given.projectKey}`
    return {
      params: { groupId: id },
      fields: {
        name: [name('One'), name('Two'), name('Three')],
        permissions: [['projects:create'], [], ['IAM_USERS_UPDATE']],
      },
    }
  },
  saveIntegration: async (given) => {
    const params = { integration: 'jira' }
    // A workspace has one of each: those of earlier tests are deleted.
    await asking(given.app, given.author, 'removeIntegration', params)
    const values = { deployment: 'cloud', url: 'https://one.test', email: 'one@example.test', token: 'one' }
    await made(given, 'saveIntegration', values, params)
    return {
      params,
      fields: {
        email: ['one@example.test', 'two@example.test', 'six@example.test'],
        enabled: [true, false, false],
      },
      read: ({ values: stored, enabled }) => ({ ...(stored as Body), enabled }),
    }
  },
  updateLaunchLimit: async ({ app, projectKey }) => {
    const project = app.db.selectFrom('project').select('id').where('key', '=', projectKey)
    return {
      params: { projectId: (await project.executeTakeFirstOrThrow()).id },
      fields: { most: [null, 1, 2] },
    }
  },
}
