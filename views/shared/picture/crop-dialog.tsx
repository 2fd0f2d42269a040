/** Crops a picture to a square: drag and zoom, or fit as a whole, with a preview. */
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useConfirmedAction } from '../forms/confirmed-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { clamped, dragged, MAX_ZOOM, UNCROPPED, type Crop } from './crop.ts'
import styles from './crop-dialog.module.css'
import { drawPicture, encoded } from './picture.ts'

/** Twice the displayed size, for high-density screens. */
const STAGE_PX = 640
/** Step of an arrow key, as a part of the stage's side. */
const STEP = 0.04

export interface CropDialogProps {
  title: string
  confirmLabel: string
  picture: ImageBitmap
  /** Saves the square, in base64. */
  save: (image: string) => Promise<void>
  onSaved: () => void
  onClose: () => void
}

export function CropDialog({ title, confirmLabel, picture, save, onSaved, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>(UNCROPPED)
  const { isPending, failure, confirm } = useConfirmedAction(async () => save(await encoded(picture, crop)), onSaved)
  const zoom = (to: number) => setCrop((now) => clamped(picture, { ...now, zoom: to }))
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closesOnScrim={false}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isPending={isPending} onClick={confirm} data-autofocus>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <SegmentedControl
          label="How to fit the picture into a square"
          value={crop.way}
          segments={[
            { value: 'crop', label: 'Crop' },
            { value: 'fit', label: 'Fit' },
          ]}
          onValueChange={(way) => setCrop({ ...crop, way })}
        />
        <Stage picture={picture} crop={crop} onChange={setCrop} />
        {crop.way === 'crop' ? (
          <label className={styles.zoom}>
            <ZoomOut aria-hidden />
            <input
              type="range"
              aria-label="Zoom"
              min={1}
              max={MAX_ZOOM}
              step={0.01}
              value={crop.zoom}
              onChange={({ target }) => zoom(Number(target.value))}
            />
            <ZoomIn aria-hidden />
          </label>
        ) : (
          <p className={styles.hint}>The whole picture is shown, with empty space around it.</p>
        )}
      </div>
      <InlineProblem>{failure}</InlineProblem>
    </Dialog>
  )
}

interface StageProps {
  picture: ImageBitmap
  crop: Crop
  onChange: (change: (crop: Crop) => Crop) => void
}

function Stage({ picture, crop, onChange }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const from = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, picture, crop)
  }, [picture, crop])
  const isMovable = crop.way === 'crop'

  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const start = from.current
    if (start === null || !isMovable) return
    const at = { x: event.clientX, y: event.clientY }
    from.current = at
    const by = { x: at.x - start.x, y: at.y - start.y }
    const side = event.currentTarget.clientWidth
    onChange((now) => dragged(picture, side, now, by))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    if (by === undefined || !isMovable) return
    event.preventDefault()
    onChange((now) => dragged(picture, 1, now, { x: by.x * STEP, y: by.y * STEP }))
  }
  return (
    <canvas
      ref={canvas}
      width={STAGE_PX}
      height={STAGE_PX}
      className={styles.stage}
      data-ways={crop.way}
      // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- moved by arrow keys, for which there is no role
      role="application"
      aria-label={isMovable ? 'Visible area: drag it, or use the arrow keys' : 'Preview'}
      tabIndex={isMovable ? 0 : -1}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onKeyDown={onKeyDown}
    />
  )
}

/** An arrow key moves the frame, so the picture moves the other way. */
const ARROWS: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}
