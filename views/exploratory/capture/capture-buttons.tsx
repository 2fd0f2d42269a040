/** Screenshots and screen recordings for an observation; a screenshot is marked up before it is attached. */
import { Camera, CircleStop, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later } from '../../ui/layout/later.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { loadMarkup, MarkupDialog, NO_MARKUP } from '../../shared/capture/load-markup.ts'
import { useScreenCapture } from './use-screen-capture.ts'

interface CaptureButtonsProps {
  room: number
  give: (files: readonly File[]) => void
  /** Whether a picture is being passed to `give`. */
  onTaking: (isTaking: boolean) => void
}

/** Hidden where the browser has no screen capture. */
export function CaptureButtons({ room, give, onTaking }: CaptureButtonsProps) {
  const [picture, setPicture] = useState<File | null>(null)
  const screen = useScreenCapture((kind, file) => {
    if (kind === 'video') give([file])
    else
      loadMarkup().then(
        () => setPicture(file),
        () => {
          give([file])
          toast.error(`${NO_MARKUP}. The picture is attached unedited.`)
        },
      )
  })
  const isTaking = picture !== null || (screen.isBusy && !screen.isRecording)
  useEffect(() => {
    onTaking(isTaking)
    return () => onTaking(false)
  }, [onTaking, isTaking])
  const canTake = screen.isPossible && room > 0 && !screen.isBusy
  useShortcut({
    keys: 'S',
    label: 'Take a screenshot',
    group: 'This page',
    run: () => {
      if (canTake) screen.takePicture()
    },
  })
  if (!screen.isPossible || (room <= 0 && !screen.isBusy)) return null
  return (
    <>
      <IconButton size="sm" label="Screenshot" keys="S" disabled={!canTake} onClick={screen.takePicture}>
        <Camera aria-hidden />
      </IconButton>
      {screen.isRecording ? (
        <IconButton size="sm" label="Stop recording the screen" onClick={screen.stopVideo}>
          <CircleStop aria-hidden />
        </IconButton>
      ) : (
        <IconButton size="sm" label="Record the screen" disabled={!canTake} onClick={screen.startVideo}>
          <Video aria-hidden />
        </IconButton>
      )}
      {picture !== null && (
        <Later>
          <MarkupDialog
            file={picture}
            onKept={(file) => {
              give([file])
              setPicture(null)
            }}
            onClose={() => setPicture(null)}
          />
        </Later>
      )}
    </>
  )
}
