/** The browser functions that a journey needs. Each browser engine has its own driver. */
export interface Driver {
  /** Opens an address and waits until the page is loaded. */
  open(address: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Calls a function in the page with one argument. The function must not refer to anything outside itself. */
  run<Input, Output>(code: (input: Input) => Output, input: Input): Promise<Output>;
  /** Performs clicks and key presses as an input device does. */
  perform(sources: Source[]): Promise<void>;
  /** Resets the state of the input devices: the next click counts as the first one. */
  release(): Promise<void>;
  /** Selects files in the input element that the function returns. */
  setFiles<Input>(code: (input: Input) => Element | null, input: Input, files: string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The errors that the page has written to the console; empty if the driver does not report them. */
  readonly errors: string[];
  /** The folder into which the browser downloads. */
  readonly downloads: string;
  /** Takes a picture of the page; undefined if the driver cannot. */
  picture(): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** An input device and its actions, in the format of both WebDriver protocols. */
export type Source =
  | { type: 'pointer'; id: 'mouse'; parameters: { pointerType: 'mouse' }; actions: ({ type: 'pointerMove'; x: number; y: number } | Press)[] }
  | { type: 'key'; id: 'keys'; actions: { type: 'keyDown' | 'keyUp'; value: string }[] };
type Press = { type: 'pointerDown' | 'pointerUp'; button: 0 };

export interface Options {
  /** Whether the pages may run scripts. */
  script: boolean;
}

/** A running browser of one engine, started once for each test worker; each test opens its own browser window in it. */
export interface Engine {
  readonly version: string;
  browser(options: Options): Promise<Driver>;
  stop(): Promise<void>;
}
