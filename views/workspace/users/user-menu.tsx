/** Actions on a user. An action that needs a free seat is disabled with that reason when there is none (USERS-26 to 28). */
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { Check, Eye, KeyRound, Mail, Minus, MoreHorizontal, Pencil, ShieldOff, UserRound } from 'lucide-react'
import { freeSeats, type SeatStats } from '../../../contract/workspace/seats.ts'
import type { User } from '../../../contract/workspace/users.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { displayNameOf } from './user-labels.ts'

export type UserAction =
  | 'edit'
  | 'makeReadOnly'
  | 'makeRegular'
  | 'changePassword'
  | 'resetSecondFactor'
  | 'resend'
  | 'activate'
  | 'deactivate'

interface UserMenuProps {
  user: User
  /** Null while unknown: the server decides. */
  seats: SeatStats | null
  isBusy: boolean
  onAct: (action: UserAction) => void
}

export function UserMenu({ user, seats, isBusy, onAct }: UserMenuProps) {
  const { status, source, hasReadOnlyAccess } = user
  const name = displayNameOf(user)
  const hasNone = (isReadOnly: boolean) => seats !== null && freeSeats(seats, isReadOnly) === 0
  const takesSeat = (isReadOnly: boolean) =>
    hasNone(isReadOnly)
      ? { isDisabled: true, description: isReadOnly ? USER_TEXTS.noReadOnlySeats : USER_TEXTS.noUserSeats }
      : {}
  // A user without a seat changes kind without taking one.
  const changesSeat = (isReadOnly: boolean) => (status === 'INACTIVE' ? {} : takesSeat(isReadOnly))
  return (
    <Menu
      label={`Actions for ${name}`}
      align="end"
      trigger={
        <IconButton size="sm" label={`Actions for ${name}`} isPending={isBusy}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct('edit')}>
        Edit
      </MenuItem>
      {hasReadOnlyAccess ? (
        <MenuItem icon={<UserRound aria-hidden />} onSelect={() => onAct('makeRegular')} {...changesSeat(false)}>
          Make regular
        </MenuItem>
      ) : (
        <MenuItem icon={<Eye aria-hidden />} onSelect={() => onAct('makeReadOnly')} {...changesSeat(true)}>
          Make read-only
        </MenuItem>
      )}
      {source === 'INTERNAL' && status !== 'PENDING' && (
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onAct('changePassword')}>
          Change password
        </MenuItem>
      )}
      {user.hasSecondFactor && (
        <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => onAct('resetSecondFactor')}>
          Reset second factor
        </MenuItem>
      )}
      {status === 'PENDING' && (
        <MenuItem icon={<Mail aria-hidden />} onSelect={() => onAct('resend')}>
          Resend invitation
        </MenuItem>
      )}
      <MenuSeparator />
      {status === 'INACTIVE' ? (
        <MenuItem icon={<Check aria-hidden />} onSelect={() => onAct('activate')} {...takesSeat(hasReadOnlyAccess)}>
          Activate
        </MenuItem>
      ) : (
        <MenuItem icon={<Minus aria-hidden />} isDanger onSelect={() => onAct('deactivate')}>
          Deactivate
        </MenuItem>
      )}
    </Menu>
  )
}
