import type { z } from 'zod/mini'
import type { FieldError } from '../../../contract/errors.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import type {
  Certificate,
  createIdentityProvider,
  MetadataSource,
  updateIdentityProvider,
} from '../../../contract/workspace/identity-providers.ts'
import type { Principal } from '../../access/principals.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { invalid } from '../../http/errors.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { createOutgoing, OutgoingFailure, type OutgoingProblem } from '../../outgoing/outgoing.ts'
import { wrongField } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import { BadMetadata, type ProviderMetadata, readCertificate, readMetadata } from '../../session/session.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import {
  columnsOfPeople,
  lockProvider,
  NOTHING_HELD,
  peopleOptionsOf,
  requireMayLet,
  requireMaySpeakFor,
  recordChange,
} from './rights.ts'
import { readProvider, unknownProvider } from './stored.ts'

type NewProvider = z.infer<typeof createIdentityProvider.body>
type Edit = z.infer<typeof updateIdentityProvider.body>

/** Parsed metadata. */
interface Read extends ProviderMetadata {
  name: string
  content: string
  url: string | null
}

const TIMEOUT_MS = 10_000

/** Reads uploaded metadata or fetches it from the address. Throws 400 at `metadata`. */
const readSource = async (source: MetadataSource, config: Pick<Config, 'ALLOW_INTERNAL_ADDRESSES'>): Promise<Read> => {
  try {
    if ('file' in source) return { ...source.file, url: null, ...readMetadata(source.file.content) }
    const { url } = source
    const content = await createOutgoing(config).read(url, { maxBytes: LIMITS.samlMetadata, timeoutMs: TIMEOUT_MS })
    const name = new URL(url).pathname.split('/').at(-1)?.slice(0, 255) || 'metadata.xml'
    return { name, content, url, ...readMetadata(content) }
  } catch (error) {
    if (error instanceof BadMetadata) throw wrongField('metadata', error.message)
    if (!(error instanceof OutgoingFailure)) throw error
    const texts: Partial<Record<OutgoingProblem, string>> = {
      internal: PROVIDER_TEXTS.metadataInternal,
      'too-large': PROVIDER_TEXTS.metadataSize,
    }
    throw wrongField('metadata', texts[error.why] ?? PROVIDER_TEXTS.metadataUnreachable)
  }
}

/** Returns the uploaded certificates in PEM. Throws 400 at `certificates.N`. */
const readUploaded = (certificates: readonly Certificate[]): Certificate[] => {
  const read = certificates.map(({ name, content }) => ({ name, content: readCertificate(content) }))
  const errors = read.flatMap(({ content }, place): FieldError[] =>
    content === null ? [{ field: `certificates.${place}`, message: PROVIDER_TEXTS.certificateUnreadable }] : [],
  )
  if (errors.length > 0) throw invalid(errors)
  return read.map(({ name, content }) => ({ name, content: content ?? '' }))
}

const certificatesOf = (
  uploaded: readonly Certificate[],
  { name, certificates }: Pick<Read, 'name' | 'certificates'>,
) => {
  const inUse = uploaded.length > 0 ? uploaded : certificates.map((content) => ({ name, content }))
  if (inUse.length === 0) throw wrongField('certificates', PROVIDER_TEXTS.certificateRequired)
  return inUse
}

type Options = Omit<NewProvider, 'name' | 'metadata' | 'certificates'>

const columnsOf = (options: Options) => ({
  signs_requests: options.signsRequests,
  allows_idp_initiated: options.allowsIdpInitiated,
  ...columnsOfPeople(options),
})

const columnsOfMetadata = ({ name, content, url, entityId, ssoUrl, sloUrl }: Read) => ({
  metadata_name: name,
  metadata_content: content,
  metadata_url: url,
  entity_id: entityId,
  sso_url: ssoUrl,
  slo_url: sloUrl,
})

const taken = {
  identity_provider_name: { field: 'name', message: TEXTS.nameTaken },
  identity_provider_entity: { field: 'metadata', message: PROVIDER_TEXTS.providerEntityTaken },
}

export const addProvider = async (
  db: Db,
  config: Config,
  caller: Principal,
  requested: NewProvider,
): Promise<number> => {
  const { name, metadata: source, certificates: given, ...options } = requested
  // Outside the transaction: fetching is slow and would block others.
  const metadata = await readSource(source, config)
  const uploaded = readUploaded(given)
  const certificates = certificatesOf(uploaded, metadata)
  const adding = withWorkspaceLocked(db, async (tx) => {
    await requireMayLet(tx, caller, options, NOTHING_HELD)
    const { id } = await tx
      .insertInto('identity_provider')
      .values({
        name,
        ...columnsOfMetadata(metadata),
        uploaded_certificates: JSON.stringify(uploaded),
        certificates: JSON.stringify(certificates),
        ...columnsOf(options),
        trusted: caller.superAdmin,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(tx, caller, 'identity-provider/created', { id, name, entityId: metadata.entityId, ...options })
    return id
  })
  return unlessTaken(adding, taken)
}

export const changeProvider = async (
  db: Db,
  config: Config,
  caller: Principal,
  id: number,
  edit: Edit,
): Promise<void> => {
  const read = edit.metadata === undefined ? null : await readSource(edit.metadata, config)
  const changing = withWorkspaceLocked(db, async (tx) => {
    const row = await lockProvider(tx, id, 'SAML')
    const file = { name: row.metadata_name, content: row.metadata_content }
    const before: NewProvider = {
      name: row.name,
      metadata: row.metadata_url === null ? { file } : { url: row.metadata_url },
      certificates: row.uploaded_certificates,
      signsRequests: row.signs_requests,
      allowsIdpInitiated: row.allows_idp_initiated,
      ...peopleOptionsOf(row),
    }
    const changes = await mergeEdit(before, edit, () => readProvider(tx, id))
    const { metadata: _source, certificates: given, name, ...options } = { ...before, ...changes }
    const metadata = read ?? { ...file, url: row.metadata_url, ...readMetadata(row.metadata_content) }
    const uploaded = changes.certificates === undefined ? given : readUploaded(given)
    const certificates = certificatesOf(uploaded, metadata)
    const believes = (entityId: string, pems: readonly Certificate[]) =>
      JSON.stringify([entityId, pems.map(({ content }) => content).sort()])
    const isTrustChanged = believes(row.entity_id, row.certificates) !== believes(metadata.entityId, certificates)
    // A new trust anchor decides who gets the provider's groups, so all of them have to be authorized again.
    await requireMayLet(tx, caller, options, isTrustChanged ? NOTHING_HELD : before)
    if (isTrustChanged) await requireMaySpeakFor(tx, caller, id)
    await tx
      .updateTable('identity_provider')
      .set({
        name,
        ...columnsOfMetadata(metadata),
        ...(read === null ? {} : { metadata_read_at: new Date() }),
        uploaded_certificates: JSON.stringify(uploaded),
        certificates: JSON.stringify(certificates),
        ...columnsOf(options),
        trusted: caller.superAdmin || (row.trusted && !isTrustChanged),
      })
      .where('id', '=', id)
      .execute()
    // Omitted from the event: the files are long and available elsewhere.
    const { metadata: _fileBefore, certificates: _uploadedBefore, ...restBefore } = before
    const { metadata: _file, certificates: _uploaded, ...rest } = changes
    await recordChange(tx, caller, 'identity-provider/changed', {
      id,
      name,
      isTrustChanged,
      before: restBefore,
      changes: rest,
    })
  })
  await unlessTaken(changing, taken)
}

/** Removes a provider. Sessions that it opened continue; deactivate users to end theirs. */
export const removeProvider = (db: Db, caller: Principal, id: number): Promise<void> =>
  withWorkspaceLocked(db, async (tx) => {
    const row = await tx.deleteFrom('identity_provider').where('id', '=', id).returning('name').executeTakeFirst()
    if (!row) throw unknownProvider()
    await recordChange(tx, caller, 'identity-provider/deleted', { id, name: row.name })
  })
