# make run    everything from a fresh Debian machine to the table
# make test   everything that must hold
export PATH := $(HOME)/.cargo/bin:$(PATH)

TOOL := target/release/hyperbench
PREFIX ?= /usr/local
C_SOURCES = $(shell git ls-files -- '*.c' '*.h')
FUZZ := --manifest-path crates/fuzz/Cargo.toml

.PHONY: run lab build static install deb deb-source test test-long test-intel test-arm tests tests-long tests-elsewhere tests-of-scripts lint format docs gdb bench-boots bench-compare bench-fleet bench-lab bench-prediction ship-predictions bench-replication bench-suite bench-timing bench-report fuzz hostile mutants pictures clean help

help:
	@echo "make run     install what is missing, build, measure on this machine's platforms"
	@echo "make build   install what is missing, build $(TOOL)"
	@echo "make static  build the tool that needs no library, to download: target/download"
	@echo "make install put it below PREFIX (/usr/local), with manual pages and completions"
	@echo "make deb     make a Debian package of it in target/debian"
	@echo "make deb-source  make a Debian source package with all crates, in target/debian"
	@echo "make lab     measure hypervisors to the instruction, without their hardware"
	@echo "make test    install what is missing, check formatting and lints, run all tests"
	@echo "make test-long  what takes minutes: the package in a fresh Debian, the workflows"
	@echo "make test-intel  what takes Bochs too long for it: KVM in KVM, Xen, and Linux on Intel's side"
	@echo "make test-arm  the tool on an emulated Arm host: builds it for Arm, half an hour"
	@echo "make lint    formatting and lints alone"
	@echo "make format  put the sources into shape"
	@echo "make docs    write docs/benchmarks.md and docs/results.schema.json from the sources"
	@echo "make gdb     boot the kernel of ARCH (x86_64) stopped under QEMU, in gdb: docs/debugging.md"
	@echo "make pictures  take the README's pictures of docs/pictures/lab.json again"
	@echo "make bench-report  measure how large the reports' pages are and how fast they open"
	@echo "make bench-timing  measure what external timing channels can tell on this machine"
	@echo "make bench-replication  how well figures of 20 runs repeat on this machine's platforms"
	@echo "make bench-boots  who boots the kernel here in which way, and how soon it speaks"
	@echo "make bench-lab  how long the lab's columns and a profile take on this machine"
	@echo "make bench-prediction  hold predicted times of workloads against the lab's, and the clock's"
	@echo "make ship-predictions  measure anew what ships for hyperbench predict"
	@echo "make bench-suite  how long the suites take on this machine, and how sure their figures are"
	@echo "make bench-compare  how often verdicts are right on this machine, and how long they take (an hour)"
	@echo "make bench-fleet  time and memory of a look at 1,000 and 10,000 results"
	@echo "make fuzz    feed garbage to the readers of consoles and results files, for two minutes"
	@echo "make hostile  more than 400 hostile cases over all commands, in some minutes"
	@echo "make mutants  break what differs from main in small ways, and list what no test notices"
	@echo "make clean   remove everything that was built"

# Exit code 4 says that a benchmark failed on some platform. The table shows which; it is a
# result like others, not a failure of this target.
run: build
	@$(TOOL) run --suite quick || [ $$? -eq 4 ]

# Exit code 4 says that an image could not be made: the table has the other columns.
lab: build
	@made=0; $(TOOL) lab build || made=$$?; case $$made in 0 | 4) ;; *) exit $$made ;; esac; \
	$(TOOL) run --platform 'lab-*' --suite paper && exit $$made

build:
	@tools/setup.sh run
	cargo build --release --locked

static:
	@tools/setup.sh deb
	@tools/static.sh target/download

# As a user of its own, where PREFIX asks for it: make build && sudo make install
install: $(TOOL)
	@tools/install.sh $(TOOL) '$(DESTDIR)$(PREFIX)'

$(TOOL):
	@$(MAKE) --no-print-directory build

deb: build
	@tools/setup.sh deb
	@tools/deb.sh $(TOOL) target/debian

deb-source:
	@tools/setup.sh deb
	@tools/deb-source.sh target/debian

# What was skipped, and why, stands at the end of either.
test:
	@tools/setup.sh test
	@tools/skips.sh $(MAKE) --no-print-directory tests

test-long: build
	@tools/setup.sh test-long
	@tools/skips.sh $(MAKE) --no-print-directory tests-long

test-intel: build
	@tools/setup.sh test-long
	@tools/skips.sh cargo test --locked --no-fail-fast --test lab -- --ignored vmx intels_side

test-arm: build
	@tools/setup.sh test-arm
	@tools/other-processor.sh riscv64gc-unknown-linux-gnu
	@tools/arm-host.sh $(TOOL)

tests: lint
	$(MAKE) --no-print-directory -C kernel test
	$(MAKE) --no-print-directory -C linux test
	cargo test --locked --no-fail-fast

tests-long:
	cargo test --locked --no-fail-fast --test lab
	@echo "SKIPPED: what takes Bochs minutes: make test-intel"
	cargo test --locked --test end_to_end -- --ignored guests_together
	cargo test --locked --test report -- --ignored speedscope accessibility
	$(MAKE) --no-print-directory -j2 tests-of-scripts tests-elsewhere

# Each keeps one processor busy.
tests-elsewhere:
	@tools/elsewhere.sh trixie $(TOOL)

tests-of-scripts:
	@tools/other-processor.sh
	@tools/actionlint.sh
	@tools/hostile.sh $(TOOL) 4
	@tools/test-action.sh $(TOOL)
	@tools/check-exports.sh $(TOOL)
	@tools/check-trend.sh $(TOOL)
	@tools/check-jenkins.sh
	@tools/test-slurm.sh $(TOOL)
	@tools/test-ansible.sh $(TOOL)
	@tools/test-container.sh $(TOOL)
	@tools/test-package.sh $(TOOL)

lint:
	@if command -v clang-format-19 >/dev/null; then clang-format-19 --dry-run --Werror $(C_SOURCES); \
	else echo 'SKIPPED: clang-format-19, the release that C is formatted by, is not installed'; fi
	@cargo fmt --check && cargo fmt --check $(FUZZ)
	@cargo test --locked --quiet -p building --test rooms
	@tools/circles.sh
	@tools/clippy.sh
	@RUSTDOCFLAGS='-D warnings' cargo doc --locked --quiet --no-deps --document-private-items

format:
	@clang-format-19 -i $(C_SOURCES)
	@cargo fmt && cargo fmt $(FUZZ)

docs:
	@tools/setup.sh run
	UPDATE_DOCS=1 cargo test --locked --test documents
	UPDATE_DOCS=1 cargo test --locked the_schema_in_the_repository

gdb: ARCH ?= x86_64
gdb:
	@tools/setup.sh gdb
	@$(MAKE) --no-print-directory -C kernel ARCH=$(ARCH)
	@tools/gdb.sh $(ARCH)

# A table and nothing to pass: its figures are this machine's, and its load's.
bench-timing: build
	@tools/setup.sh bench
	@tools/timing.sh

bench-report:
	@tools/setup.sh test
	cargo test --locked --test report -- --ignored --nocapture opening_time

bench-boots: build
	@tools/setup.sh test-long
	cargo test --locked --test lab -- --ignored --nocapture the_table

pictures: build
	@tools/setup.sh pictures
	@tools/pictures.sh $(TOOL)

bench-replication: build
	@tools/setup.sh bench
	@tools/replication.sh

bench-lab: build
	@tools/setup.sh test
	@tools/bench-lab.sh

bench-prediction: build
	@tools/setup.sh test
	@tools/prediction.sh
	@tools/prediction-clock.sh
	cargo test --locked --test lab -- --ignored --nocapture what_is_planted

ship-predictions: build
	@tools/setup.sh test
	@rm -rf target/prediction && tools/ship-predictions.sh

bench-suite: build
	@tools/setup.sh test
	@tools/bench-suite.sh

bench-compare: build
	@tools/setup.sh test
	tools/false-verdicts.sh

bench-fleet: build
	@tools/bench-fleet.sh

hostile: build
	@tools/hostile.sh $(TOOL)

fuzz: build
	@tools/fuzz.sh

mutants:
	@tools/mutants.sh

clean:
	rm -rf target kernel/build linux/build
