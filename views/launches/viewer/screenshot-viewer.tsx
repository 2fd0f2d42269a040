/** Screenshot viewer: one at a time, or two side by side. */
import { useSelector } from '@xstate/react'
import { ChevronLeft, ChevronRight, Columns2, ExternalLink, ZoomIn, ZoomOut } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import {
  otherOf,
  othersOf,
  ZOOMS,
  type Picture,
  type screenshotViewer,
  type ScreenshotViewerEvent,
} from '../../../machines/launches/screenshot-viewer.machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { Select } from '../../ui/forms/select.tsx'
import { sinceText } from '../log-lines.ts'
import styles from './screenshot-viewer.module.css'

const keys: Record<string, ScreenshotViewerEvent> = {
  ArrowRight: { type: 'picture/next' },
  ArrowLeft: { type: 'picture/previous' },
  '+': { type: 'zoom/in' },
  '=': { type: 'zoom/in' },
  '-': { type: 'zoom/out' },
  '0': { type: 'zoom/reset' },
}

const LISTED = [
  { keys: 'ArrowRight', label: 'Next screenshot' },
  { keys: 'ArrowLeft', label: 'Previous screenshot' },
  { keys: '+', label: 'Zoom in' },
  { keys: '-', label: 'Zoom out' },
  { keys: '0', label: 'Fit the window' },
]

/** Inside the dialog, which handles its keys. */
function ViewerKeys() {
  useListedKeys('This dialog', LISTED)
  return null
}

export type ScreenshotViewerProps = {
  viewer: ActorRefFrom<typeof screenshotViewer>
  /** Epoch ms of an attempt's start. */
  startOf: (attempt: number) => number
}

export function ScreenshotViewer({ viewer, startOf }: ScreenshotViewerProps) {
  const context = useSelector(viewer, (snapshot) => snapshot.context)
  const isComparing = useSelector(viewer, (snapshot) => snapshot.matches({ open: 'comparing' }))
  const isLoading = useSelector(viewer, (snapshot) => snapshot.matches({ open: { comparing: 'loading' } }))
  const { pictures, index, zoom, hasEarlier } = context
  const picture = pictures[index]
  if (picture === undefined) return null
  const other = isComparing ? otherOf(context) : null
  const others = othersOf(context)
  const textOf = ({ attempt, at, words }: Picture) => {
    const isEarlier = attempt !== picture.attempt
    return [`${isEarlier ? `Attempt ${attempt}, ` : ''}${sinceText(at - startOf(attempt))}`, words]
      .filter(Boolean)
      .join(' ')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const shortcut = keys[event.key]
    // Lists handle their own arrow keys.
    if (shortcut === undefined || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    viewer.send(shortcut)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble to the dialog from anywhere inside
    <div onKeyDown={onKeyDown} role="presentation">
      <Dialog
        title={`Screenshot ${index + 1} of ${pictures.length}`}
        width="large"
        onClose={() => viewer.send({ type: 'viewer/closed' })}
      >
        <ViewerKeys />
        <div className={styles.bar}>
          <IconButton
            label="Previous screenshot"
            keys="ArrowLeft"
            aria-disabled={index === 0 || undefined}
            onClick={() => viewer.send({ type: 'picture/previous' })}
          >
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton
            label="Next screenshot"
            keys="ArrowRight"
            data-autofocus
            aria-disabled={index === pictures.length - 1 || undefined}
            onClick={() => viewer.send({ type: 'picture/next' })}
          >
            <ChevronRight aria-hidden />
          </IconButton>
          <span className={styles.words}>{textOf(picture)}</span>
          {isComparing && other !== null && (
            <Select
              label="Compare with"
              hideLabel
              value={String(other.id)}
              options={others.map((one) => ({ value: String(one.id), label: textOf(one) }))}
              onValueChange={(id) => viewer.send({ type: 'compare/picked', id: Number(id) })}
            />
          )}
          {(pictures.length > 1 || hasEarlier) && (
            <Button
              variant="quiet"
              aria-pressed={isComparing}
              isPending={isLoading}
              icon={<Columns2 aria-hidden />}
              onClick={() => viewer.send({ type: isComparing ? 'compare/ended' : 'compare/started' })}
            >
              {isComparing ? 'Stop comparing' : 'Compare'}
            </Button>
          )}
          <IconButton label="Zoom out" keys="-" onClick={() => viewer.send({ type: 'zoom/out' })}>
            <ZoomOut aria-hidden />
          </IconButton>
          <Button
            variant="quiet"
            className={styles.zoom}
            aria-label={`Zoom ${percentOf(zoom)}, fit to the window`}
            onClick={() => viewer.send({ type: 'zoom/reset' })}
          >
            {percentOf(zoom)}
          </Button>
          <IconButton label="Zoom in" keys="+" onClick={() => viewer.send({ type: 'zoom/in' })}>
            <ZoomIn aria-hidden />
          </IconButton>
          <ButtonLink
            href={picture.url}
            target="_blank"
            rel="noopener noreferrer"
            variant="quiet"
            aria-label="Open in new tab"
            data-tip="Open in new tab"
            icon={<ExternalLink aria-hidden />}
          />
        </div>
        <div className={styles.stage} data-compares={other !== null || undefined}>
          <Sheet picture={picture} words={textOf(picture)} zoom={zoom} />
          {other !== null && <Sheet picture={other} words={textOf(other)} zoom={zoom} />}
          {isComparing && !isLoading && other === null && <p>There is no other screenshot to compare with.</p>}
        </div>
      </Dialog>
    </div>
  )
}

const percentOf = (zoom: number): string => `${(ZOOMS[zoom] ?? 1) * 100}%`

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
const Sheet = ({ picture, words, zoom }: { picture: Picture; words: string; zoom: number }) => (
  <figure className={styles.sheet}>
    <div className={styles.window} tabIndex={zoom > 0 ? 0 : undefined}>
      <img
        src={picture.url}
        alt={`Screenshot at ${words}`}
        style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%`, maxHeight: zoom > 0 ? 'none' : undefined }}
      />
    </div>
    <figcaption>{words}</figcaption>
  </figure>
)
