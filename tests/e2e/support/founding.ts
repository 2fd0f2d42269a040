/** The owner and project of a server that `unattended` has set up. */
export const OWNER = { username: 'nadia', email: 'nadia@larkspur.test', password: 'olive-tree-60' }
export const PROJECT_KEY = 'SHOP'
export const ACCESS_TOKEN = 'assay_e2e_access_token_of_the_owner'

/** `test.use({ environment: unattended })`: a workspace with an owner, a project and an access token from the start. */
export const unattended: Record<string, string> = {
  ASSAY_OWNER_USERNAME: OWNER.username,
  ASSAY_OWNER_EMAIL: OWNER.email,
  ASSAY_OWNER_PASSWORD: OWNER.password,
  ASSAY_PROJECT_KEY: PROJECT_KEY,
  ASSAY_ACCESS_TOKEN: ACCESS_TOKEN,
}
