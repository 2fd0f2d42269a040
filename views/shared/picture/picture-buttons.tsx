/** Buttons to upload or remove a picture: a project's logo or a user's photo. */
import { ImageUp, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useConfirmedAction } from '../forms/confirmed-action.ts'
import { CropDialog } from './crop-dialog.tsx'
import styles from './picture-buttons.module.css'
import { readPicture } from './picture.ts'

const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export interface PictureButtonsProps {
  /** Noun of the picture: 'logo'. */
  noun: string
  isThere: boolean
  words: { upload: string; change: string; wrongType: string; saved: string; removed: string; askToRemove: string }
  /** Fallback without a picture. */
  without: ReactNode
  /** Saves the picture, in base64. */
  save: (image: string) => Promise<void>
  remove: () => Promise<void>
}

export function PictureButtons({ noun, isThere, words, without, save, remove }: PictureButtonsProps) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const choose = async (file: File) => {
    try {
      setPicture(await readPicture(file, words.wrongType))
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  const saved = () => {
    toast.success(words.saved)
    setPicture(null)
  }
  const removed = () => {
    toast.success(words.removed)
    setLeaving(false)
  }
  return (
    <div className={styles.buttons}>
      <FileTrigger accept={ACCEPTED} onChoose={([file]) => file && void choose(file)}>
        <Button size="sm" icon={<ImageUp aria-hidden />}>
          {isThere ? words.change : words.upload}
        </Button>
      </FileTrigger>
      {isThere && (
        <IconButton size="sm" label={`Remove ${noun}`} onClick={() => setLeaving(true)}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
      {picture !== null && (
        <CropDialog
          title={noun.charAt(0).toUpperCase() + noun.slice(1)}
          confirmLabel={`Use as ${noun}`}
          onSaved={saved}
          onClose={() => setPicture(null)}
          {...{ picture, save }}
        />
      )}
      {isLeaving && (
        <RemovePicture
          title={words.askToRemove}
          confirmLabel={`Remove ${noun}`}
          onRemoved={removed}
          onClose={() => setLeaving(false)}
          {...{ remove }}
        >
          {without}
        </RemovePicture>
      )}
    </div>
  )
}

interface RemovePictureProps {
  title: string
  confirmLabel: string
  remove: () => Promise<void>
  onRemoved: () => void
  onClose: () => void
  children: ReactNode
}

function RemovePicture({ title, confirmLabel, remove, onRemoved, onClose, children }: RemovePictureProps) {
  const { isPending, failure, confirm } = useConfirmedAction(remove, onRemoved)
  return (
    <ConfirmDialog {...{ title, confirmLabel, isPending, failure, onClose }} onConfirm={confirm}>
      <p>{children}</p>
    </ConfirmDialog>
  )
}
