/** Marks up a picture before it is attached: arrows, boxes, freehand lines, and blur for confidential content. */
import { useActorRef, useSelector } from '@xstate/react'
import { ArrowUpRight, Grid2x2, Pencil, Plus, Redo2, Square, Trash2, Undo2 } from 'lucide-react'
import {
  useEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { fromPromise } from 'xstate'
import {
  markupMachine,
  marksShown,
  type Mark,
  type MarkTool,
  type MarkupRef,
} from '../../../machines/markup/markup.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { AskingDialog } from '../forms/asking-dialog.tsx'
import { useResource } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { RadioGroup, RadioOption } from '../../ui/forms/radio-group.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { useEmitted } from '../use-emitted.ts'
import { drawPicture, flatten, headOf, rectOf, strokeOf } from './flatten.ts'
import styles from './markup-dialog.module.css'

const TOOLS: readonly { tool: MarkTool; label: string; icon: ReactNode }[] = [
  { tool: 'box', label: 'Box', icon: <Square aria-hidden /> },
  { tool: 'arrow', label: 'Arrow', icon: <ArrowUpRight aria-hidden /> },
  { tool: 'pen', label: 'Pen', icon: <Pencil aria-hidden /> },
  { tool: 'blur', label: 'Blur', icon: <Grid2x2 aria-hidden /> },
]

/** Drawn into the picture: the same in both themes. */
const COLOURS = [
  { colour: '#e5322d', name: 'Red' },
  { colour: '#f5b301', name: 'Yellow' },
  { colour: '#2b7de9', name: 'Blue' },
  { colour: '#16181d', name: 'Black' },
] as const

export interface MarkupDialogProps {
  file: File
  /** Returns the marked picture as a PNG of the same name. */
  onKept: (file: File) => void
  onClose: () => void
}

export function MarkupDialog({ file, onKept, onClose }: MarkupDialogProps) {
  const { value: picture, failure } = useResource(() => createImageBitmap(file))
  if (picture === null)
    return (
      <Dialog title={file.name} width="large" onClose={onClose}>
        {failure === null ? (
          <Skeleton height={320} />
        ) : (
          <InlineProblem>The picture is damaged and cannot be read</InlineProblem>
        )}
      </Dialog>
    )
  return <Editor file={file} picture={picture} onKept={onKept} onClose={onClose} />
}

function Editor({ file, picture, onKept, onClose }: MarkupDialogProps & { picture: ImageBitmap }) {
  const markup = useActorRef(
    useMemo(
      () =>
        markupMachine.provide({
          actors: {
            flatten: fromPromise<Blob, { marks: readonly Mark[] }>(({ input }) => flatten(picture, input.marks)),
          },
        }),
      [picture],
    ),
    { input: { widthPx: picture.width, heightPx: picture.height, colour: COLOURS[0].colour } },
  )
  const failure = useSelector(markup, ({ context }) => context.failure)
  const hasMarks = useSelector(markup, ({ context }) => context.marks.length > 0)
  const isFlattening = useSelector(markup, (snapshot) => snapshot.matches('flattening'))
  useEmitted(markup, {
    'markup/kept': ({ picture: marked }) =>
      onKept(new File([marked], file.name.replace(/\.[^.]+$/, '') + '.png', { type: 'image/png' })),
    'markup/left': onClose,
  })
  return (
    <AskingDialog
      title={file.name}
      width="large"
      closesOnScrim={false}
      isDirty={hasMarks}
      onClose={() => markup.send({ type: 'markup/cancel' })}
      footer={
        <>
          <span className={styles.hint}>Blurred areas cannot be recovered from the image you send.</span>
          <Button onClick={() => markup.send({ type: 'markup/cancel' })}>Cancel</Button>
          <Button variant="primary" isPending={isFlattening} onClick={() => markup.send({ type: 'markup/done' })}>
            Done
          </Button>
        </>
      }
    >
      <Tools markup={markup} />
      <Stage markup={markup} picture={picture} />
      {failure !== null && <InlineProblem>{messageOf(failure)}</InlineProblem>}
    </AskingDialog>
  )
}

function Tools({ markup }: { markup: MarkupRef }) {
  const tool = useSelector(markup, ({ context }) => context.tool)
  const colour = useSelector(markup, ({ context }) => context.colour)
  const hasChosen = useSelector(markup, ({ context }) => context.marks.some(({ id }) => id === context.chosen))
  const canUndo = useSelector(markup, ({ context }) => context.before.length > 0)
  const canRedo = useSelector(markup, ({ context }) => context.after.length > 0)
  return (
    <div className={styles.tools} role="toolbar" aria-label="Marks">
      {TOOLS.map((one) => (
        <IconButton
          key={one.tool}
          label={one.label}
          aria-pressed={one.tool === tool}
          onClick={() => markup.send({ type: 'tool/choose', tool: one.tool })}
        >
          {one.icon}
        </IconButton>
      ))}
      <IconButton label="Insert a mark in the centre" onClick={() => markup.send({ type: 'mark/place' })}>
        <Plus aria-hidden />
      </IconButton>
      <RadioGroup
        label="Colour"
        hideLabel
        className={styles.swatches}
        value={colour}
        onValueChange={(chosen) => markup.send({ type: 'colour/choose', colour: chosen })}
      >
        {COLOURS.map((one) => (
          <RadioOption
            key={one.colour}
            value={one.colour}
            look="bare"
            aria-label={one.name}
            className={styles.swatch}
            style={{ '--swatch': one.colour } as CSSProperties}
            data-tip={one.name}
          />
        ))}
      </RadioGroup>
      <span className={styles.end}>
        <IconButton
          label="Delete the mark"
          keys="Delete"
          disabled={!hasChosen}
          onClick={() => markup.send({ type: 'mark/delete' })}
        >
          <Trash2 aria-hidden />
        </IconButton>
        <IconButton label="Undo" keys="Mod+Z" disabled={!canUndo} onClick={() => markup.send({ type: 'edit/undo' })}>
          <Undo2 aria-hidden />
        </IconButton>
        <IconButton
          label="Redo"
          keys="Mod+Shift+Z"
          disabled={!canRedo}
          onClick={() => markup.send({ type: 'edit/redo' })}
        >
          <Redo2 aria-hidden />
        </IconButton>
      </span>
    </div>
  )
}

/** Step of an arrow key, as a part of the picture's longer side. */
const STEP = 0.01

const ARROWS: Partial<Record<string, { dx: number; dy: number }>> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
}

const KEYS = [
  { keys: 'Enter', label: 'Insert a mark in the centre' },
  { keys: 'ArrowLeft', label: 'Move the mark, as do the other arrow keys' },
  { keys: 'Shift+ArrowLeft', label: 'Resize the mark' },
  { keys: 'PageDown', label: 'Choose the next mark' },
  { keys: 'PageUp', label: 'Choose the previous mark' },
  { keys: 'Delete', label: 'Delete the mark' },
  { keys: 'Mod+Z', label: 'Undo' },
  { keys: 'Mod+Shift+Z', label: 'Redo' },
]

function Stage({ markup, picture }: { markup: MarkupRef; picture: ImageBitmap }) {
  useListedKeys('This dialog', KEYS)
  const canvas = useRef<HTMLCanvasElement>(null)
  const marks = useSelector(markup, ({ context }) => marksShown(context), sameMarks)
  const chosen = useSelector(markup, ({ context }) => context.chosen)
  const { width, height } = picture
  const blurs = marks.filter(({ tool }) => tool === 'blur')
  const blurred = JSON.stringify(blurs.map(({ points }) => points))
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) drawPicture(context, picture, blurs)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- redraws when a blur changes, not with every mark
  }, [picture, blurred])
  const at = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, top, width: shownPx } = currentTarget.getBoundingClientRect()
    const scale = width / shownPx
    return { x: (clientX - left) * scale, y: (clientY - top) * scale }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    const isWithMod = event.ctrlKey || event.metaKey
    if (arrow !== undefined) {
      const step = Math.max(width, height) * STEP
      markup.send({
        type: 'mark/nudge',
        dx: arrow.dx * step,
        dy: arrow.dy * step,
        isSizing: event.shiftKey,
      })
    } else if (event.key === 'Enter') markup.send({ type: 'mark/place' })
    else if (event.key === 'Delete' || event.key === 'Backspace') markup.send({ type: 'mark/delete' })
    else if (isWithMod && event.key.toLowerCase() === 'z')
      markup.send({ type: event.shiftKey ? 'edit/redo' : 'edit/undo' })
    else if (event.key === 'PageDown' || event.key === 'PageUp') {
      const place = marks.findIndex(({ id }) => id === chosen) + (event.key === 'PageDown' ? 1 : -1)
      markup.send({ type: 'mark/choose', id: marks[(place + marks.length) % Math.max(1, marks.length)]?.id ?? null })
    } else return
    event.preventDefault()
  }
  return (
    <div
      className={styles.stage}
      style={{ '--shape': `${width} / ${height}`, '--shape-ratio': width / height } as CSSProperties}
    >
      <canvas ref={canvas} width={width} height={height} aria-hidden />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drawing by pointer and keyboard has no ARIA role */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="application"
        aria-label={`The picture with ${marks.length} ${marks.length === 1 ? 'mark' : 'marks'}. Enter inserts one in the centre, arrow keys move it, Shift with arrow keys resizes it, Page Down chooses the next, Delete takes it away.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        data-autofocus
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const mark = (event.target as Element).closest('[data-mark]')?.getAttribute('data-mark') ?? null
          markup.send({ type: 'pointer/down', at: at(event), on: mark === null ? null : Number(mark) })
        }}
        onPointerMove={(event) => markup.send({ type: 'pointer/move', at: at(event) })}
        onPointerUp={() => markup.send({ type: 'pointer/up' })}
        onPointerCancel={() => markup.send({ type: 'pointer/cancel' })}
      >
        {marks.map((mark) => (
          <Drawn key={mark.id} mark={mark} stroke={strokeOf(width)} isChosen={mark.id === chosen} />
        ))}
      </svg>
    </div>
  )
}

const sameMarks = (one: readonly Mark[], other: readonly Mark[]) =>
  one.length === other.length && one.every((mark, place) => mark === other[place])

function Drawn({ mark, stroke, isChosen }: { mark: Mark; stroke: number; isChosen: boolean }) {
  const { tool, points, colour } = mark
  const [from, ...rest] = points
  const to = rest.at(-1)
  if (from === undefined || to === undefined) return null
  const rect = rectOf(points)
  const line = [from, ...rest].map(({ x, y }) => `${x},${y}`).join(' ')
  const head = tool === 'arrow' ? headOf(from, to, stroke).map(({ x, y }) => `M${to.x},${to.y}L${x},${y}`) : []
  return (
    <g data-mark={mark.id} className={styles.mark} data-tool={tool} data-chosen={isChosen || undefined}>
      {tool === 'box' && <rect {...rect} fill="none" stroke={colour} strokeWidth={stroke} />}
      {tool === 'blur' && <rect {...rect} className={styles.blur} />}
      {(tool === 'arrow' || tool === 'pen') && (
        <>
          <polyline points={line} fill="none" stroke={colour} strokeWidth={stroke} />
          {head.length > 0 && <path d={head.join('')} fill="none" stroke={colour} strokeWidth={stroke} />}
        </>
      )}
      {/* A wide hit area: thin lines are hard to press. */}
      {tool === 'box' || tool === 'blur' ? (
        <rect {...rect} className={styles.grip} strokeWidth={stroke * 5} />
      ) : (
        <polyline points={line} className={styles.grip} strokeWidth={stroke * 5} />
      )}
      {isChosen && (
        <rect {...around(points, stroke * 2)} className={styles.frame} strokeWidth={Math.max(1, stroke / 3)} />
      )}
    </g>
  )
}

const around = (points: Mark['points'], room: number) => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room]
  return { x, y, width: Math.max(...xs) - x + room, height: Math.max(...ys) - y + room }
}
