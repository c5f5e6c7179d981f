/** What a journey needs of a browser. Each engine has its own driver. */
export interface Driver {
  /** Opens an address and waits until the page is loaded. */
  open(address: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Calls a function in the page with one argument. The function must not use anything outside itself. */
  run<Input, Output>(code: (input: Input) => Output, input: Input): Promise<Output>;
  /** Clicks or types as a device does. */
  perform(sources: Source[]): Promise<void>;
  /** Forgets what the devices did: the next click is the first one. */
  release(): Promise<void>;
  /** Chooses files in the field that the function finds. */
  setFiles<Input>(code: (input: Input) => Element | null, input: Input, files: string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** What the page has written as errors to the console, or undefined if the driver does not tell. */
  readonly errors: string[];
  /** The folder into which the browser downloads. */
  readonly downloads: string;
  /** A picture of the page, if the driver can take one. */
  picture(): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** An input device and what it does, as both WebDriver protocols write it. */
export type Source =
  | { type: 'pointer'; id: 'mouse'; parameters: { pointerType: 'mouse' }; actions: ({ type: 'pointerMove'; x: number; y: number } | Press)[] }
  | { type: 'key'; id: 'keys'; actions: { type: 'keyDown' | 'keyUp'; value: string }[] };
type Press = { type: 'pointerDown' | 'pointerUp'; button: 0 };

export interface Options {
  /** Whether the pages may run scripts. */
  script: boolean;
}

/** A program of the engine that runs as long as a worker of the tests; each test opens a browser of its own in it. */
export interface Engine {
  readonly version: string;
  browser(options: Options): Promise<Driver>;
  stop(): Promise<void>;
}
