/** Reported files and links. Stored files open in a new tab; the server sends them so that they cannot run scripts in its origin. */
import { Link as LinkIcon, Paperclip } from 'lucide-react'
import type { Artifact } from '../../contract/launches/launches.ts'
import { isWebAddress } from '../../contract/links.ts'
import { PlainLink } from '../ui/controls/link.tsx'
import { formatSize } from '../ui/text/format-size.ts'
import styles from './artifact-list.module.css'

export function ArtifactList({ artifacts }: { artifacts: readonly Artifact[] }) {
  if (artifacts.length === 0) return null
  return (
    <ul className={styles.files}>
      {artifacts.map((artifact, index) => (
        <li key={`${index} ${artifact.url}`}>
          {isOpenable(artifact.url) ? (
            <PlainLink href={artifact.url} target="_blank">
              {artifact.kind === 'link' ? <LinkIcon aria-hidden /> : <Paperclip aria-hidden />}
              <span>{artifact.name}</span>
            </PlainLink>
          ) : (
            <span>{`${artifact.name}: ${artifact.url}`}</span>
          )}
          {artifact.sizeBytes !== null && <small>{formatSize(artifact.sizeBytes)}</small>}
        </li>
      ))}
    </ul>
  )
}

/** Reported URLs are untrusted: only http(s) pages and stored files become links. */
const isOpenable = (url: string): boolean => isWebAddress(url) || url.startsWith('/api/')
