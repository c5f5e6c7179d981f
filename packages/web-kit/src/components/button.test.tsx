import { ButtonLink } from './button.tsx';

describe('a link with the role of a button', () => {
  /** Presses a key on the link. @returns how often the link was clicked, and whether the page may still scroll */
  function press(key: string, repeat = false): { clicks: number; scrolls: boolean } {
    const pressed = { clicks: 0, scrolls: true };
    const link = ButtonLink({ to: '/declarations', children: 'Open' });
    link.props.onKeyDown({
      key,
      repeat,
      preventDefault: () => {
        pressed.scrolls = false;
      },
      currentTarget: { click: () => pressed.clicks++ },
    });
    return pressed;
  }

  it('is clicked by the space bar, which does not scroll the page', () => {
    expect(press(' ')).toEqual({ clicks: 1, scrolls: false });
  });

  it('is clicked once while the space bar is held down', () => {
    expect(press(' ', true)).toEqual({ clicks: 0, scrolls: false });
  });

  it('leaves the other keys to the browser, which follows a link on Enter', () => {
    expect(press('Enter')).toEqual({ clicks: 0, scrolls: true });
  });
});
