import { markup } from '../../../http/markup.ts';
import { readAccountDevices } from '../../../store/account/account.ts';
import type { Session } from '../../../store/sessions/sessions.ts';
import { act, type DrawPage, type View } from '../view.ts';
import { inOneLine, type Row, rows, section } from './parts.ts';

/** Sessions, the present one first, and the browsers in which the person has signed in. */
export const sessionsPage: DrawPage = async (view) => {
  const { member, services, now } = view;
  const { account, sessionId, texts } = member;
  const words = texts.account;
  const { prisma } = services.database;
  const [sessions, devices] = await Promise.all([
    services.findSessions(prisma, [account.id], now),
    readAccountDevices(prisma, account.id, now),
  ]);
  const isPresent = ({ id }: Session) => id === sessionId;
  const sorted = [...sessions.filter(isPresent), ...sessions.filter((one) => !isPresent(one))];
  return markup`${section(
    words.sessions,
    markup`${rows(
      sorted.map((session) => sessionRow(view, session)),
      '',
    )}${sessions.length > 1 ? markup`<div class="acts below">${act(view, 'end-other-sessions', words.endOtherSessions)}</div>` : ''}`,
  )}${section(
    words.devices,
    rows(
      devices.map((device) => deviceRow(view, device)),
      words.none,
    ),
    words.devicesWhy,
  )}`;
};

function sessionRow(view: View, { id, device, ipAddress, startedAt, lastActiveAt }: Session): Row {
  const { member, times } = view;
  const { texts } = member;
  const words = texts.account;
  const name = device ?? words.unknownDevice;
  const isPresent = id === member.sessionId;
  return {
    title: name,
    mark: isPresent ? words.thisSession : undefined,
    details: [
      inOneLine(
        words.signedInOn(times.text(startedAt)),
        ipAddress && words.fromAddress(ipAddress),
        words.active(times.ago(lastActiveAt)),
      ),
    ],
    acts: isPresent ? [] : [act(view, 'end-session', words.end, { id, name })],
  };
}

type Device = Awaited<ReturnType<typeof readAccountDevices>>[number];

function deviceRow(view: View, { id, label, createdAt, lastSeenAt }: Device): Row {
  const { member, times } = view;
  const { texts } = member;
  const words = texts.account;
  const name = label ?? words.unknownDevice;
  return {
    title: name,
    details: [inOneLine(words.signedInOn(times.text(createdAt)), words.lastUsed(times.text(lastSeenAt)))],
    acts: [act(view, 'forget-device', words.forget, { id, name })],
  };
}
