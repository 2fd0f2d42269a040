/** Sources of a provider's metadata and certificates. */
import { ClipboardList, Lock } from 'lucide-react'
import { LIMITS } from '../../../contract/limits.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import type { Certificate, IdentityProvider, MetadataSource } from '../../../contract/workspace/identity-providers.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FieldNote } from '../../ui/forms/field.tsx'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { CertificateValidity, dateOf } from './certificate-validity.tsx'
import styles from './single-sign-on.module.css'

interface MetadataFieldProps {
  provider: IdentityProvider | null
  value: MetadataSource | null
  error: string | undefined
  onValueChange: (value: MetadataSource | null) => void
}

export function MetadataField({ provider, value, error, onValueChange }: MetadataFieldProps) {
  const isAddress = value !== null && 'url' in value
  const choose = async ([file]: File[]) => {
    if (!file) return
    if (file.size > LIMITS.samlMetadata) toast.error(PROVIDER_TEXTS.metadataSize)
    else onValueChange({ file: await readFile(file) })
  }
  const stored = provider?.metadata.url === null ? { file: provider.metadata.file } : null
  return (
    <fieldset>
      <legend>Metadata of the provider</legend>
      <SegmentedControl
        label="Metadata comes from"
        segments={[
          { value: 'file', label: 'File' },
          { value: 'address', label: 'Address' },
        ]}
        value={isAddress ? 'address' : 'file'}
        onValueChange={(source) => onValueChange(source === 'file' ? stored : { url: provider?.metadata.url ?? '' })}
      />
      {isAddress ? (
        <TextField
          name="metadata"
          label="Address of the metadata"
          type="url"
          value={value.url}
          error={error}
          description="The server reads it each time you save."
          placeholder="https://directory.example/metadata.xml"
          onValueChange={(url) => onValueChange({ url })}
        />
      ) : (
        <>
          <div className={styles.chosen}>
            <ClipboardList aria-hidden />
            <div>
              <span className={styles.file}>{value === null ? 'No file chosen' : value.file.name}</span>
              {provider !== null && value !== null && value.file.content === provider.metadata.file.content && (
                <p>
                  Entity {provider.entityId}, read {dateOf(provider.metadata.readAt)}
                </p>
              )}
            </div>
            <FileTrigger
              accept={['.xml', 'text/xml', 'application/xml', 'application/samlmetadata+xml']}
              onChoose={(files) => void choose(files)}
            >
              <Button variant="quiet" size="sm" aria-invalid={error !== undefined || undefined}>
                {value === null ? 'Choose metadata file' : 'Replace metadata'}
              </Button>
            </FileTrigger>
          </div>
          <FieldNote id="metadata-note" error={error} />
        </>
      )}
    </fieldset>
  )
}

interface CertificatesFieldProps {
  provider: IdentityProvider | null
  value: readonly Certificate[]
  error: string | undefined
  onValueChange: (value: Certificate[]) => void
}

/** Several certificates may be valid at the same time, for key rotation. */
export function CertificatesField({ provider, value, error, onValueChange }: CertificatesFieldProps) {
  const known = provider?.certificates ?? []
  const shown = value.length > 0 ? value : known.filter(({ isUploaded }) => !isUploaded)
  const choose = async (files: File[]) => {
    if (files.some(({ size }) => size > LIMITS.samlCertificate)) toast.error(PROVIDER_TEXTS.certificateUnreadable)
    else onValueChange([...value, ...(await Promise.all(files.map(readFile)))])
  }
  return (
    <fieldset>
      <legend>Certificates</legend>
      {shown.map(({ name, content }, place) => {
        const facts = known.find((one) => one.content === content)
        return (
          // Two files may have the same name.
          // oxlint-disable-next-line react/no-array-index-key -- they have no other identity and keep their order
          <div key={place} className={styles.chosen}>
            <Lock aria-hidden />
            <div>
              <span className={styles.file}>{name}</span>
              {facts !== undefined && (
                <p>
                  {facts.algorithm}, <CertificateValidity until={facts.validUntil} />
                </p>
              )}
            </div>
            {value.length > 0 && (
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Remove certificate ${name}`}
                onClick={() => onValueChange(value.filter((_, other) => other !== place))}
              >
                Remove
              </Button>
            )}
          </div>
        )
      })}
      <div>
        <FileTrigger
          isMultiple
          accept={['.pem', '.crt', '.cer', '.der', 'application/x-x509-ca-cert']}
          onChoose={(files) => void choose(files)}
        >
          <Button size="sm" aria-invalid={error !== undefined || undefined}>
            Upload certificates
          </Button>
        </FileTrigger>
      </div>
      <FieldNote
        id="certificates-note"
        error={error}
        description={
          value.length > 0
            ? 'These count in place of the ones in the metadata. Remove them all to go back.'
            : 'Those of the metadata count until you upload others.'
        }
      />
    </fieldset>
  )
}

/** Reads a chosen file as text; binary files (DER certificates) as base64. */
const readFile = async (file: File): Promise<{ name: string; content: string }> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { name } = file
  try {
    return { name, content: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { name, content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  }
}
